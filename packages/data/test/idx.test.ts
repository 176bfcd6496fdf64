import { describe, expect, it } from "vitest";
import { open } from "../src/index.ts";
import { everything, fileOf, pieces } from "./reading.ts";

const images = Uint8Array.of(0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 1, 2, 3, 255);
const labels = Uint8Array.of(0, 0, 8, 1, 0, 0, 0, 2, 7, 9);
const rows = [
  { x1: 1, x2: 2, label: 7 },
  { x1: 3, x2: 255, label: 9 },
];

describe("idx", () => {
  it("reads images and labels, in either order", async () => {
    expect((await everything(open([pieces(images, 3), pieces(labels, 1)]))).rows).toEqual(rows);
    expect((await everything(open([pieces(labels), pieces(images)]))).rows).toEqual(rows);
  });

  it("finds the labels next to the images", async () => {
    fileOf("two-labels-idx1-ubyte", labels);
    expect((await everything(open(fileOf("two-images-idx3-ubyte", images)))).rows).toEqual(rows);
  });

  it("reads floats too, and values without labels", async () => {
    const floats = Uint8Array.of(0, 0, 13, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0x3f, 0xc0, 0, 0);
    expect((await everything(open(pieces(floats)))).rows).toEqual([{ x1: 1.5 }]);
  });

  it("says what is wrong with a file", async () => {
    const say = async (...files: Uint8Array[]) =>
      (
        await everything(
          open(
            files.map((file) => pieces(file)),
            { name: "i", format: "idx" },
          ),
        )
      ).error;
    expect(await say(images.subarray(0, 19))).toBe("i: the file is cut off before its end");
    expect(await say(Uint8Array.of(1, 2, 3, 4))).toBe(
      "i: is not an idx file; expected it to begin with 0, 0, a type and a dimension",
    );
    expect(await say(images, Uint8Array.of(0, 0, 8, 1, 0, 0, 0, 1, 7))).toBe(
      "i: has 1 labels for 2 rows; is it of another set?",
    );
    expect(await say(images, images)).toBe("i: expected labels, one value a row; give images and labels");
  });
});
