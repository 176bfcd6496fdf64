import type { ComponentChildren } from "preact";

export interface TableColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly number?: boolean;
  /** Left out of a narrow page. */
  readonly roomy?: boolean;
  /** Its title is heard and not seen. */
  readonly untitled?: boolean;
  readonly class?: (row: Row) => string;
}

/** A table whose first column names the row. Rows are told apart by their key, or by their place. */
export function Table<Row>(props: {
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf?: (row: Row) => string;
}) {
  const { columns, rows, keyOf } = props;
  const classOf = ({ number, roomy }: TableColumn<Row>) =>
    `${number ? "number" : ""} ${roomy ? "roomy" : ""}`;
  return (
    <table class="wide">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" class={classOf(column)}>
              {column.untitled ? <span class="spoken">{column.title}</span> : column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, n) => (
          <tr key={keyOf?.(row) ?? n}>
            {columns.map((column, at) =>
              at === 0 ? (
                <th key={column.title} scope="row">
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.title} class={`${classOf(column)} ${column.class?.(row) ?? ""}`}>
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
