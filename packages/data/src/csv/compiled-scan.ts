import { CompiledMemory } from "../compiled-memory.ts";
import type { ScanJob } from "./scan.ts";

/** scanRows, compiled: the same job over a memory that holds the job's arrays and the window. */
export class CompiledScan {
  readonly memory: CompiledMemory;
  readonly #fields: number;
  readonly #capacity: number;
  readonly #numbers: number;
  readonly #spans: number;

  constructor(job: ScanJob) {
    this.#fields = job.actions.length;
    this.#capacity = job.capacity;
    this.#numbers = job.capacity * job.numbersPerRow;
    this.#spans = job.capacity * job.spansPerRow * 2;
    this.memory = new CompiledMemory([this.#fields, this.#numbers * 8, this.#spans * 4, this.#capacity * 4]);
    const [actions] = this.memory.addresses;
    new Uint8Array(this.memory.buffer, actions, this.#fields).set(job.actions);
  }

  /** Gives the job the arrays in this memory; again after it grew, when the old ones are gone. Whether they changed. */
  lend(job: ScanJob): boolean {
    const { buffer, addresses } = this.memory;
    if (job.numbers.buffer === buffer) return false;
    const [actions, numbers, spans, lines] = addresses;
    job.actions = new Uint8Array(buffer, actions, this.#fields);
    job.numbers = new Float64Array(buffer, numbers, this.#numbers);
    job.spans = new Int32Array(buffer, spans, this.#spans);
    job.lines = new Uint32Array(buffer, lines, this.#capacity);
    return true;
  }

  /** Whether the job's window is in this memory. */
  has(job: ScanJob): boolean {
    return job.bytes.buffer === this.memory.buffer;
  }

  scan(job: ScanJob): number {
    const { exports, input, addresses } = this.memory;
    const [actions, numbers, spans, lines] = addresses;
    const why = exports.scanCsv(
      input,
      job.at,
      job.limit,
      job.line,
      job.rows,
      job.capacity,
      job.delimiter,
      actions,
      this.#fields,
      numbers,
      job.numbersPerRow,
      spans,
      job.spansPerRow,
      lines,
    );
    job.at = exports.csvAt.value;
    job.line = exports.csvLine.value;
    job.rows = exports.csvRows.value;
    return why;
  }
}
