import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bucketOf, wordSeed } from "../../src/schema/buckets.ts";
import { countWords, wordsOf } from "../../src/schema/words.ts";

describe("the words of a text", () => {
  it.each<[string, string[]]>([
    ["", []],
    ["...", []],
    ["The quick, BROWN fox", ["the", "quick", "brown", "fox"]],
    ["don't", ["don", "t"]],
    ["Straße ÉCOLE Ωμέγα Привет", ["straße", "école", "ωμέγα", "привет"]],
    ["e\u0301cole", ["école"]],
    ["हिन्दी में", ["हिन्दी", "में"]],
    ["東京タワー 2024", ["東", "京", "タ", "ワ", "ー", "2024"]],
    ["good😀bad", ["good", "bad"]],
    ["𝐀bc", ["𝐀bc"]],
    ["https://Shop.example.com/a/B-1?q=x", ["https", "shop", "example", "com", "a", "b", "1", "q", "x"]],
    ["/home/ann/notes.txt", ["home", "ann", "notes", "txt"]],
    ["ann.b@example.org", ["ann", "b", "example", "org"]],
    ["10.0.3.7", ["10", "10.0", "10.0.3", "10.0.3.7"]],
    ["10.0.3.700", ["10", "0", "3", "700"]],
    ["\ud800", []],
  ])("%j are %j", (text, words) => expect(wordsOf(text)).toEqual(words));

  it("are the runs of letters, marks and digits, but for ideographs", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|^\d+\.\d/u.test(text));
        expect(wordsOf(text)).toEqual(
          text
            .normalize("NFC")
            .toLowerCase()
            .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
        );
      }),
    );
  });

  it("are counted between spaces, those with a letter", () => {
    expect(countWords("the year 2024, again")).toBe(3);
    expect(countWords("don't  stop\tnow")).toBe(3);
    expect(countWords("1 2 3 4")).toBe(0);
    expect(countWords("我们今天")).toBe(4);
  });

  it("have a bucket below 2^bits, another in another column", () => {
    const [a, b] = [wordSeed("a"), wordSeed("b")];
    expect(bucketOf("word", a, 18)).toBeLessThan(2 ** 18);
    expect(bucketOf("word", a, 18)).toBe(bucketOf("word", a, 18));
    expect(bucketOf("word", a, 18)).not.toBe(bucketOf("word", b, 18));
  });
});
