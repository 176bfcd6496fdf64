import type { FetchAnswer } from "./platform.ts";
import type { Problem } from "./wire.ts";

/** The service answered, and the answer is no. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  /** The document that says what is wrong, and with which field. */
  readonly problem: Problem;
  /** Milliseconds after which the service wants to be asked again, if it said so. */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem, retryAfter?: number) {
    super(problem.detail);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  /** 404 where there is no such model, 409 where something else has the name, 507 where the disk is full, … */
  get status(): number {
    return this.problem.status;
  }
}

/** No answer came: nobody listens there, the connection broke, or it took too long. What became of the call is not known. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

/** What an answer that is not well tells; it may come from a proxy, which has words of its own. */
export async function refusal(answer: FetchAnswer): Promise<ServiceError> {
  const said = await answer.text();
  const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
  return new ServiceError(problemIn(said, answer), seconds >= 0 ? seconds * 1000 : undefined);
}

function problemIn(said: string, { status, headers }: FetchAnswer): Problem {
  if ((headers.get("content-type") ?? "").startsWith("application/problem+json")) {
    try {
      const problem: Problem = JSON.parse(said);
      if (typeof problem?.detail === "string") return { ...problem, status };
    } catch {
      // Cut short on its way: what there is of it is told below.
    }
  }
  return {
    type: "about:blank",
    title: `HTTP ${status}`,
    status,
    detail: `HTTP ${status} ${said.slice(0, 200)}`,
  };
}
