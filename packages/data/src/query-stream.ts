import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from "@duckdb/node-api";

/** The next rows of a query: the first `count` of a chunk. */
export interface QueryRows {
  chunk: DuckDBDataChunk;
  count: number;
}

/**
 * The rows of a query as DuckDB makes them. A stream that fails half-way ends like one that has no more rows, and nobody is
 * told why. So a row of our own is made to follow the last: where it is missing, the query is run once more for its error.
 */
export class QueryStream {
  readonly #connection: DuckDBConnection;
  readonly #sql: string;
  readonly #result: DuckDBResult;
  /** Which column tells our own row. */
  readonly #mark: number;
  #ended = false;

  /** Streams these expressions over the rows of the query, in its order: DuckDB keeps it through a projection and a union. */
  static async start(
    connection: DuckDBConnection,
    expressions: readonly string[],
    sql: string,
  ): Promise<QueryStream> {
    const rows = [...expressions, "false"].join(", ");
    const end = [...expressions.map(() => "null"), "true"].join(", ");
    const marked = `select ${rows} from (${sql}) as rows union all select ${end}`;
    return new QueryStream(connection, marked, await connection.stream(marked), expressions.length);
  }

  private constructor(connection: DuckDBConnection, sql: string, result: DuckDBResult, mark: number) {
    this.#connection = connection;
    this.#sql = sql;
    this.#result = result;
    this.#mark = mark;
  }

  /** Undefined when there are no more. */
  async next(): Promise<QueryRows | undefined> {
    if (this.#ended) return undefined;
    const chunk = await this.#result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return this.#fail();
    this.#ended = chunk.getColumnVector(this.#mark).getItem(chunk.rowCount - 1) === true;
    const count = this.#ended ? chunk.rowCount - 1 : chunk.rowCount;
    return count > 0 ? { chunk, count } : undefined;
  }

  /** Every value is worked out again, and none kept. */
  async #fail(): Promise<never> {
    await this.#connection.run(`select bit_xor(hash(columns(*))) from (${this.#sql})`);
    throw new Error("reading broke off before the last row; try again");
  }
}
