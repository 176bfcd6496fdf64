// A client that is lighter than any server it measures: requests are made once, as bytes, and of an answer only the status and the length
// are read. Connections are kept alive; each has one request under way.
import { connect } from "node:net";

/** The bytes of a POST with a JSON body. */
export function post(path, body) {
  const content = Buffer.from(body);
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${content.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content]);
}

/** One connection. */
export class Connection {
  #socket;
  #answered;
  #failed;
  #rest = Buffer.alloc(0);

  static async open(port) {
    const connection = new Connection();
    await new Promise((resolve, reject) => {
      connection.#socket = connect({ port, host: "127.0.0.1", noDelay: true }, resolve).once("error", reject);
    });
    connection.#socket.on("error", (error) => connection.#failed?.(error));
    connection.#socket.on("close", () => connection.#failed?.(new Error("the server closed the connection")));
    connection.#socket.on("data", (chunk) => connection.#receive(chunk));
    return connection;
  }

  /** Resolves to the body when the whole answer is there. */
  request(bytes) {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(bytes);
    });
  }

  close() {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #receive(chunk) {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = this.#rest.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = this.#rest.latin1Slice(0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#rest.length < end + 4 + length) return;
    const body = this.#rest.subarray(end + 4, end + 4 + length);
    this.#rest = Buffer.alloc(0);
    if (head.startsWith("HTTP/1.1 2")) this.#answered(body);
    else this.#failed(new Error(`${head.slice(9, 12)}: ${body}`));
  }
}

/**
 * Sends requests, over and over, on so many connections for so many seconds. With `rate`, no more than so many a second, each
 * connection at its own times; a request that is late for its time counts from then, so waiting is not left out.
 */
export async function load({ port, requests, connections, seconds, rate }) {
  const opened = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const latencies = [];
  let next = 0;
  const start = performance.now();
  const end = start + 1000 * seconds;
  const gap = rate === undefined ? 0 : (1000 * connections) / rate;
  await Promise.all(
    opened.map(async (connection, n) => {
      let due = start + (gap * n) / connections;
      while (performance.now() < end) {
        if (gap > 0) {
          const wait = due - performance.now();
          if (wait > 0) await pause(wait);
        }
        const from = gap > 0 ? Math.min(due, performance.now()) : performance.now();
        await connection.request(requests[next++ % requests.length]);
        latencies.push(performance.now() - from);
        due += gap;
      }
    }),
  );
  const elapsed = (performance.now() - start) / 1000;
  for (const connection of opened) connection.close();
  latencies.sort((a, b) => a - b);
  const quantile = (q) => latencies[Math.min(latencies.length - 1, Math.floor(q * latencies.length))];
  return { perSecond: latencies.length / elapsed, p50: quantile(0.5), p99: quantile(0.99) };
}

/** Timers are a millisecond late; what is nearer is waited for turn by turn. */
function pause(milliseconds) {
  return new Promise((resolve) => {
    if (milliseconds > 2) setTimeout(resolve, milliseconds - 1);
    else setImmediate(resolve);
  });
}
