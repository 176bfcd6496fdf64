/*
 * What every route answers, as JSON Schema: only to be shown at /openapi.json. That the answers are such, the tests see to; to check
 * each one as it leaves would cost as much as making it.
 */

const number = { type: "number" } as const;
const count = { type: "integer", minimum: 0 } as const;
const text = { type: "string" } as const;
const time = { type: "string", format: "date-time" } as const;
const maybe = { type: ["number", "null"] } as const;
const label = { type: ["string", "number", "boolean"] } as const;

function object(properties: { readonly [name: string]: object }, optional: readonly string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", required, additionalProperties: false, properties };
}

const array = (items: object) => ({ type: "array", items });

const position = { ...count, description: "Events of the journal that the model had been through." };
const loss = { ...maybe, description: "Mean loss of the predictions made before learning." };

const refused = {
  ...count,
  description: "Events that had been checked and could not be learned from after all.",
};

const contribution = object({ column: text, contribution: number });

const prediction = object(
  {
    id: text,
    label: {
      type: ["string", "number", "boolean", "null"],
      description: "The likeliest class, null while there is none.",
    },
    probabilities: array(object({ label, probability: number })),
    value: { ...number, description: "Of a regression." },
    explanation: object({ baseline: number, total: number, contributions: array(contribution) }),
    position,
  },
  ["id", "label", "probabilities", "value", "explanation"],
);

const summary = {
  name: text,
  task: { enum: ["classification", "regression"] },
  created: time,
  position,
  rounds: count,
  loss: number,
  challengers: array(text),
};

const span = object({ events: count, loss: maybe, accuracy: maybe, auc: maybe, mae: maybe, rmse: maybe });

const metrics = object({
  time,
  position,
  rounds: count,
  refused,
  total: span,
  last1000: span,
  lastHour: span,
  learnedPerSecond: number,
  predictedPerSecond: number,
  labelDelay: {
    description: "Seconds.",
    type: ["object", "null"],
    properties: { mean: number, p50: number, p99: number },
  },
  labels: object({ waiting: count, joined: count, late: count, never: count }),
  calibration: array(object({ said: number, came: number, events: count })),
  members: array(object({ member: text, share: number })),
  drift: object({ alarms: count, last: { type: ["string", "null"] } }),
  challengers: array(
    object({
      name: text,
      since: count,
      rounds: count,
      refused,
      loss: maybe,
      modelLoss: maybe,
      last1000: maybe,
    }),
  ),
});

const details = object({
  ...summary,
  settings: { type: "object" },
  classes: { type: ["array", "null"], items: label },
  columns: array(object({ name: text, kind: text, categories: count })),
  coordinates: count,
  metrics,
  weights: array(
    object({
      label: { type: ["string", "number", "boolean", "null"] },
      intercept: number,
      strongest: array(object({ name: text, weight: number })),
    }),
  ),
});

const point = object({ position: count, time, loss: number, recent: number });

const problem = {
  ...object({
    type: text,
    title: text,
    status: count,
    detail: { ...text, description: "Where, what, and what to do." },
    errors: array(object({ field: text, message: text })),
  }),
  required: ["type", "title", "status", "detail"],
  additionalProperties: true,
};

const ONE = object(summary);
const NOTHING = { description: "Done." };

/** By method and route: the status that says it went well, and what comes with it. */
const answers: { readonly [route: string]: readonly [status: number, schema: object][] } = {
  "GET /v1/models": [
    [200, object({ models: array(ONE), failed: array(object({ name: text, reason: text })) })],
  ],
  "PUT /v1/models/:name": [
    [201, ONE],
    [200, ONE],
  ],
  "GET /v1/models/:name": [[200, details]],
  "DELETE /v1/models/:name": [[204, NOTHING]],
  "POST /v1/models/:name/predict": [[200, { anyOf: [prediction, array(prediction)] }]],
  "POST /v1/models/:name/learn": [
    [200, object({ learned: count, duplicates: count, refused, position, loss })],
  ],
  "POST /v1/models/:name/label": [
    [
      200,
      object({
        learned: count,
        refused,
        position,
        loss,
        results: array(
          object({ id: text, status: { enum: ["learned", "unknown", "expired", "duplicate"] } }),
        ),
      }),
    ],
  ],
  "DELETE /v1/models/:name/events": [[200, object({ erased: count })]],
  "GET /v1/models/:name/curve": [
    [
      200,
      object({ curves: array(object({ challenger: { type: ["string", "null"] }, points: array(point) })) }),
    ],
  ],
  "GET /v1/models/:name/predictions": [
    [200, object({ predictions: array(object({ time, x: { type: "object" }, prediction })) })],
  ],
  "PUT /v1/models/:name/import": [
    [201, ONE],
    [200, ONE],
  ],
  "GET /v1/models/:name/snapshots": [
    [200, object({ snapshots: array(object({ id: text, position, time, bytes: count, loss: maybe })) })],
  ],
  "POST /v1/models/:name/rollback": [[200, ONE]],
  "PUT /v1/models/:name/challengers/:challenger": [
    [201, ONE],
    [200, ONE],
  ],
  "DELETE /v1/models/:name/challengers/:challenger": [[204, NOTHING]],
  "POST /v1/models/:name/challengers/:challenger/promote": [[200, ONE]],
  "GET /healthz": [[200, object({ status: text })]],
  "GET /readyz": [[200, object({ status: text })]],
};

const problems = {
  description: "A problem document (RFC 9457).",
  content: { "application/problem+json": { schema: problem } },
};

/** Those that do not answer with JSON, and what they answer with. */
const others: { readonly [route: string]: string } = {
  "GET /v1/models/:name/export": "application/octet-stream",
  "GET /v1/models/:name/journal": "text/plain",
  "GET /v1/models/:name/events": "text/event-stream",
  "GET /metrics": "text/plain",
};

/** What a route answers, in the form of Fastify's `response`. */
export function answersOf(method: string, url: string): { readonly [status: string]: object } {
  const route = `${method} ${url}`;
  if (Object.hasOwn(others, route)) return { 200: went(others[route], {}), default: problems };
  const told = (answers[route] ?? []).map(([status, schema]) => [
    status,
    schema === NOTHING ? { ...NOTHING, type: "null" } : went("application/json", schema),
  ]);
  return { ...Object.fromEntries(told), default: problems };
}

function went(type: string, schema: object): object {
  return { description: "It went well.", content: { [type]: { schema } } };
}
