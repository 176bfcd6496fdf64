import { describe, expect, it } from "vitest";
import { player, type Said } from "./player.ts";
import { cases } from "./small.ts";

const tolerance = 1e-8;

describe.each(["auto", "js"] as const)(
  "hostile rows, one by one as the reference plays them: %s",
  (engine) => {
    it.each(cases)("$name", (small) => {
      const { rows, delay, expected } = small;
      const model = player(small, { engine });
      const said: Said[] = [];
      // Relative to the answer, or to 1; where all labels are smaller than 1, to the greatest.
      const least = Math.min(1, Math.max(...rows.map((row) => Math.abs(row.label) || 0)));

      const compare = (what: string, got: number, want: number, unit: number) => {
        const error = Math.abs(got - want) / Math.max(unit, Math.abs(want));
        // Without `expect`, which would be called some ten thousand times.
        if (!(error <= tolerance)) expect.fail(`${what}: ${got} for ${want}`);
      };
      const compareAll = (what: string, got: number[], want: number[]) => {
        expect(got, what).toHaveLength(want.length);
        for (let k = 0; k < want.length; k++) compare(`${what}, score ${k}`, got[k], want[k], least);
      };

      for (let t = 0; t < rows.length + delay; t++) {
        if (t < rows.length) {
          compareAll(`row ${t}, live`, model.predict(rows[t], false), expected.live[t]);
          if (small.said === "live") said[t] = model.said();
          compareAll(`row ${t}, steady`, model.predict(rows[t], true), expected.steady[t]);
          if (small.said === "steady") said[t] = model.said();
        }
        const late = t - delay;
        if (late < 0) continue;
        const reported = model.learn({ ...rows[late], said: said[late] });
        const inSigma = expected.inSigma ? expected.inSigma[late] : expected.reported[late];
        if (Number.isNaN(inSigma)) expect(model.lossInSigma(), `row ${late}, loss in sigma`).toBeNaN();
        else compare(`row ${late}, loss in sigma`, model.lossInSigma(), inSigma, 1);
        const unit = small.loss === "squared" ? least * least : least;
        compare(`row ${late}, loss`, reported, expected.reported[late], unit);
      }
    });
  },
);
