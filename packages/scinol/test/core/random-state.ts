/**
 * numpy's RandomState(seed), the draws that prep.py makes of it: the Mersenne Twister, doubles of 53 bits, normal numbers
 * by the polar method, shuffles by masked rejection.
 */
export class RandomState {
  private readonly key = new Int32Array(624);
  private next = 624;
  /** The second normal number of a pair, not yet handed out. */
  private spare: number | undefined;

  constructor(seed: number) {
    for (let i = 0, s = seed; i < 624; i++) {
      this.key[i] = s;
      s = (Math.imul(1812433253, s ^ (s >>> 30)) + i + 1) | 0;
    }
  }

  private refill(): void {
    const { key } = this;
    for (let i = 0; i < 624; i++) {
      const y = (key[i] & 0x80000000) | (key[i === 623 ? 0 : i + 1] & 0x7fffffff);
      key[i] = key[i < 227 ? i + 397 : i - 227] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    this.next = 0;
  }

  /** 32 random bits, as a signed number. */
  bits(): number {
    if (this.next === 624) this.refill();
    let y = this.key[this.next++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return y ^ (y >>> 18);
  }

  /** A number from 0 to 1. Also what one exponential number takes from the generator. */
  uniform(): number {
    const high = this.bits() >>> 5;
    return (high * 67108864 + (this.bits() >>> 6)) / 9007199254740992;
  }

  normal(): number {
    if (this.spare !== undefined) {
      const value = this.spare;
      this.spare = undefined;
      return value;
    }
    for (;;) {
      const a = 2 * this.uniform() - 1;
      const b = 2 * this.uniform() - 1;
      const square = a * a + b * b;
      if (square < 1 && square !== 0) {
        const factor = Math.sqrt((-2 * Math.log(square)) / square);
        this.spare = factor * a;
        return factor * b;
      }
    }
  }

  /** 0 to n - 1 in random order. */
  permutation(n: number): Int32Array {
    const order = Int32Array.from({ length: n }, (_, i) => i);
    for (let i = n - 1; i > 0; i--) {
      const mask = -1 >>> Math.clz32(i);
      let j = this.bits() & mask;
      while (j > i) j = this.bits() & mask;
      const kept = order[i];
      order[i] = order[j];
      order[j] = kept;
    }
    return order;
  }
}
