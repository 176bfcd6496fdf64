import type { Problem } from "scinol/client";

const titles: { readonly [status: number]: string } = {
  400: "Bad request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  408: "Request timeout",
  409: "Conflict",
  413: "Too large",
  415: "Unsupported media type",
  421: "Misdirected request",
  429: "Too many requests",
  431: "Header fields too large",
  500: "Internal error",
  503: "Not ready",
  507: "Insufficient storage",
};

/** A request that is not carried out, and why: one line that says where, what, and what to do. It has changed nothing. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly field: string | undefined;
  /** More to tell, beside what every problem document has. */
  readonly more: object;

  constructor(status: number, message: string, field?: string, more: object = {}) {
    super(message);
    this.status = status;
    this.field = field;
    this.more = more;
  }

  /** As RFC 9457 wants it told. */
  toJSON(): Problem {
    const { status, message, field } = this;
    return {
      type: "about:blank",
      title: titles[status] ?? "Refused",
      status,
      detail: field === undefined || field === "" ? message : `${field}: ${message}`,
      ...(field === undefined ? {} : { errors: [{ field, message }] }),
      ...this.more,
    };
  }
}
