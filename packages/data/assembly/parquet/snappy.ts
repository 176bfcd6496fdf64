// Snappy in pieces: as far as the packed bytes at hand reach, or until enough has come out. What it reads and writes lies in
// regions with 80 bytes to spare behind them, so that sixteen bytes can be copied where fewer are meant.

/** Where it stands when it returns, for the host to read and hand in again: the next packed byte, the next byte out, … */
export let snappyAt: usize = 0;
export let snappyEnd: usize = 0;
/** … and how many bytes of a literal are still to be copied. */
export let snappyLiteral: u32 = 0;

/** Elements begin with at most this many bytes besides what they hold. */
const longestTag: usize = 5;

/**
 * Unpacks from [at, limit) to `end` until it reaches `enough`, at most 64 bytes behind it. `whole` says that nothing follows
 * the limit. History reaches back to `window`. Returns false when the bytes make no sense.
 */
export function unsnappy(
  at: usize,
  limit: usize,
  whole: bool,
  window: usize,
  end: usize,
  enough: usize,
  literal: u32,
): bool {
  let sound = true;
  while (end < enough) {
    if (literal > 0) {
      const count = min(<usize>literal, min(enough - end, limit - at));
      if (count === 0) break;
      memory.copy(end, at, count);
      at += count;
      end += count;
      literal -= <u32>count;
      continue;
    }
    if (at >= limit || (!whole && at + longestTag > limit)) break;
    const tag = <u32>load<u8>(at);
    const kind = tag & 3;
    if (kind === 0) {
      let length = (tag >> 2) + 1;
      at++;
      if (length > 60) {
        const bytes = length - 60;
        length = (load<u32>(at) & (0xffffffff >> (32 - 8 * bytes))) + 1;
        at += bytes;
      }
      // A length of 2³² comes out as none.
      if (length === 0 || at > limit) {
        sound = false;
        break;
      }
      if (length <= 64 && at + 64 <= limit) {
        copySixteens(at, end, length);
        at += length;
        end += length;
      } else literal = length;
      continue;
    }
    let length = (tag >> 2) + 1;
    let back: usize;
    if (kind === 1) {
      length = ((tag >> 2) & 7) + 4;
      back = ((tag >> 5) << 8) | <u32>load<u8>(at + 1);
      at += 2;
    } else if (kind === 2) {
      back = load<u16>(at + 1);
      at += 3;
    } else {
      back = load<u32>(at + 1);
      at += 5;
    }
    if (back === 0 || back > end - window || at > limit) {
      sound = false;
      break;
    }
    if (back >= 16) copySixteens(end - back, end, length);
    else {
      // What is copied overlaps itself: each byte must be there before it is read.
      for (let i: usize = 0; i < length; i++) store<u8>(end + i, load<u8>(end + i - back));
    }
    end += length;
  }
  snappyAt = at;
  snappyEnd = end;
  snappyLiteral = literal;
  return sound;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function copySixteens(from: usize, to: usize, length: u32): void {
  const end = to + length;
  do {
    v128.store(to, v128.load(from));
    to += 16;
    from += 16;
  } while (to < end);
}
