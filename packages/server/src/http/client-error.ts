import type { Socket } from "node:net";
import { Refusal } from "../refusal.ts";
import { PROBLEM } from "./problems.ts";

/** What is not even HTTP gets its problem document too, if anybody is left to read it. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === "HPE_HEADER_OVERFLOW"
      ? new Refusal(431, "the headers are too large")
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? new Refusal(408, "the request did not come in time")
        : new Refusal(400, "this is not HTTP");
  const body = JSON.stringify(refusal);
  const { status, title } = refusal.toJSON();
  const head = `HTTP/1.1 ${status} ${title}\r\ncontent-type: ${PROBLEM}\r\nconnection: close`;
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
