// The bytes a model keeps, from its real arrays: per (coordinate, output, memory), and per coordinate beside that.
import { linear } from "scinol";
import { rules } from "scinol/rules";

/** What ScInOL₂ may take. */
export const TARGET = { perCell: 24, perCoordinate: 16 };
const FEATURES = 1000;
const COUNTERS = 5;

export function stateSize() {
  return Object.keys(rules).map((rule) => {
    const narrow = bytes(rule, 2);
    const wide = bytes(rule, 3);
    const perCell = (wide - narrow) / FEATURES;
    return { rule, perCell, perCoordinate: narrow / FEATURES - 2 * perCell };
  });
}

function bytes(rule, outputs) {
  const model = linear({ rule: rules[rule], loss: "softmax", features: FEATURES, outputs, constant: false });
  model.learn(new Float64Array(FEATURES).fill(1), 0);
  // What is saved is what is kept, but for a few counters.
  return model.save().byteLength - COUNTERS * 8;
}
