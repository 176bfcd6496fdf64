import type { Limits } from "../limits.ts";

/*
 * The shape of every body that is taken in, as JSON Schema: what Fastify validates by, and what /openapi.json shows. The inside
 * of a record is the learner's affair, and is not looked at here.
 */

const label = {
  description: "A class, or the number a regression is about.",
  type: ["string", "number", "boolean"],
  maxLength: 1000,
} as const;

const record = {
  description:
    "A record: numbers, texts, booleans, null for missing, nested objects, arrays of texts as bags of tokens.",
  type: "object",
} as const;

const options = {
  description: "Options of the learner; all have defaults that are meant to be kept.",
  type: "object",
  additionalProperties: false,
  properties: {
    exact: { type: "boolean", description: "The algorithm exactly as published." },
    rule: { type: "string", description: "Another rule than scinol2." },
    settings: {
      type: "object",
      additionalProperties: { type: "number" },
      description: "The rule's own settings.",
    },
    views: { type: "boolean" },
    memory: { enum: ["adaptive", "all"] },
    schema: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "Kinds of columns by name.",
    },
    crosses: { type: "array", items: { type: "array", items: { type: "string" } } },
    hash: { type: "integer", minimum: 0, maximum: 25 },
    maxFeatures: { type: "integer", minimum: 1 },
    loss: {
      description: "Of a regression: huber, absolute, squared, or { quantile }.",
      if: { type: "object" },
      // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's word.
      then: {
        type: "object",
        required: ["quantile"],
        additionalProperties: false,
        properties: { quantile: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 } },
      },
      else: { enum: ["huber", "absolute", "squared"] },
    },
  },
} as const;

export function schemasOf(limits: Limits) {
  const key = { type: "string", minLength: 1, maxLength: limits.key } as const;
  const weight = {
    type: "number",
    minimum: 0,
    maximum: limits.weight,
    description: "Importance; 1 unless told.",
  } as const;

  const predictRequest = {
    type: "object",
    required: ["x"],
    additionalProperties: false,
    properties: {
      x: record,
      id: { ...key, description: "Remembers the record, so that a label can name it later." },
      explain: { type: "integer", minimum: 1, maximum: 1000, description: "So many reasons." },
    },
  } as const;

  const learnEvent = {
    type: "object",
    required: ["x", "y"],
    additionalProperties: false,
    properties: {
      x: record,
      y: label,
      weight,
      key: { ...key, description: "The same key is learned once, however often it is sent." },
      action: {
        description: "Reserved: what was done.",
        type: ["string", "number", "boolean", "null"],
        maxLength: 1000,
      },
      probability: { description: "Reserved: how likely that was.", type: "number", minimum: 0, maximum: 1 },
    },
  } as const;

  const labelEvent = {
    type: "object",
    required: ["id", "y"],
    additionalProperties: false,
    properties: { id: key, y: label, weight },
  } as const;

  const settings = {
    type: "object",
    required: ["task"],
    additionalProperties: false,
    properties: {
      task: { enum: ["classification", "regression"] },
      classes: { type: "array", items: label, minItems: 2, maxItems: limits.classes },
      options,
      ttl: {
        type: "number",
        exclusiveMinimum: 0,
        maximum: 10 * 365 * 86_400,
        description: "Seconds that a prediction waits for its label.",
      },
      onExpiry: {
        description: '"drop", or { label } to learn from instead.',
        if: { type: "object" },
        // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's word.
        then: { type: "object", required: ["label"], additionalProperties: false, properties: { label } },
        else: { const: "drop" },
      },
      snapshotEvery: { type: "integer", minimum: 1, maximum: 1e9 },
      keepSnapshots: { type: "integer", minimum: 1, maximum: 100 },
      retention: {
        description:
          'How much of the journal is kept behind the oldest snapshot: "all", "snapshots" (nothing), or { events }.',
        if: { type: "object" },
        // biome-ignore lint/suspicious/noThenProperty: as above.
        then: {
          type: "object",
          required: ["events"],
          additionalProperties: false,
          properties: { events: { type: "integer", minimum: 0 } },
        },
        else: { enum: ["all", "snapshots"] },
      },
    },
  } as const;

  return {
    settings,
    learnEvent,
    predict: oneOrMany(predictRequest, limits.batch),
    learn: oneOrMany(learnEvent, limits.batch),
    label: oneOrMany(labelEvent, limits.batch),
    challenger: { type: "object", additionalProperties: false, properties: { options } },
    rollback: {
      type: "object",
      required: ["snapshot"],
      additionalProperties: false,
      properties: { snapshot: { type: "string", maxLength: 32 } },
    },
    erase: { type: "object", required: ["key"], additionalProperties: false, properties: { key } },
  };
}

export type Schemas = ReturnType<typeof schemasOf>;

/** One, or an array of them: told apart first, so that a mistake is told of the one that was meant. */
function oneOrMany<Schema>(schema: Schema, most: number) {
  return {
    if: { type: "array" },
    // biome-ignore lint/suspicious/noThenProperty: as above.
    then: { type: "array", minItems: 1, maxItems: most, items: schema },
    else: schema,
  };
}
