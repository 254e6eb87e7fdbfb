/** Numbers from a seed, so that a run can be repeated (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** 0 up to, not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Whether something happens, with a probability of 0 to 1. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of several, each as likely as the others. @throws RangeError for an empty list */
  one<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new RangeError('Expected choices but received an empty list');
    return choices[this.below(choices.length)]!;
  }

  /** A time in ms between two bounds. */
  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** One of several, by weight. */
  pick<T extends { readonly weight: number }>(choices: readonly T[]): T {
    let left = this.next() * choices.reduce((sum, { weight }) => sum + weight, 0);
    return choices.find(({ weight }) => (left -= weight) < 0) ?? choices[0]!;
  }
}
