// Who is compared: our learner in steps, and every other rule at every rate of the grid, with a running standard scaler
// and with our views.
import { rules } from "scinol/rules";

export const rates = [1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1];

export const ours = {
  "ScInOL₂ as published": { exact: true },
  "+ views": { exact: true, views: true },
  "+ stakes": { memory: "all" },
  "the default": {},
};

/** Each with the options of the classifier, and how its columns come: "scaler" or "views". */
export function others() {
  const list = [];
  for (const [name, rule] of Object.entries(rules)) {
    if (name === "scinol2") continue;
    const tuned = rule.settings.rate !== undefined;
    const grid = tuned ? [...new Set([...rates, rule.settings.rate])].sort((a, b) => a - b) : [undefined];
    for (const columns of ["scaler", "views"]) {
      for (const rate of grid) {
        const settings = rate === undefined ? {} : { rate };
        list.push({
          rule: name,
          columns,
          rate,
          options: { rule: name, settings, views: columns === "views" },
        });
      }
    }
  }
  return list;
}
