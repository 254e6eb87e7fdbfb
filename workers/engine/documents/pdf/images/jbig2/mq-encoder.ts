/** Probability estimation of the MQ coder: Qe, next state after MPS and LPS, switch (ITU-T T.88, table E.1). */
const STATES: readonly (readonly [number, number, number, number])[] = [
  [0x5601, 1, 1, 1],
  [0x3401, 2, 6, 0],
  [0x1801, 3, 9, 0],
  [0x0ac1, 4, 12, 0],
  [0x0521, 5, 29, 0],
  [0x0221, 38, 33, 0],
  [0x5601, 7, 6, 1],
  [0x5401, 8, 14, 0],
  [0x4801, 9, 14, 0],
  [0x3801, 10, 14, 0],
  [0x3001, 11, 17, 0],
  [0x2401, 12, 18, 0],
  [0x1c01, 13, 20, 0],
  [0x1601, 29, 21, 0],
  [0x5601, 15, 14, 1],
  [0x5401, 16, 14, 0],
  [0x5101, 17, 15, 0],
  [0x4801, 18, 16, 0],
  [0x3801, 19, 17, 0],
  [0x3401, 20, 18, 0],
  [0x3001, 21, 19, 0],
  [0x2801, 22, 19, 0],
  [0x2401, 23, 20, 0],
  [0x2201, 24, 21, 0],
  [0x1c01, 25, 22, 0],
  [0x1801, 26, 23, 0],
  [0x1601, 27, 24, 0],
  [0x1401, 28, 25, 0],
  [0x1201, 29, 26, 0],
  [0x1101, 30, 27, 0],
  [0x0ac1, 31, 28, 0],
  [0x09c1, 32, 29, 0],
  [0x08a1, 33, 30, 0],
  [0x0521, 34, 31, 0],
  [0x0441, 35, 32, 0],
  [0x02a1, 36, 33, 0],
  [0x0221, 37, 34, 0],
  [0x0141, 38, 35, 0],
  [0x0111, 39, 36, 0],
  [0x0085, 40, 37, 0],
  [0x0049, 41, 38, 0],
  [0x0025, 42, 39, 0],
  [0x0015, 43, 40, 0],
  [0x0009, 44, 41, 0],
  [0x0005, 45, 42, 0],
  [0x0001, 45, 43, 0],
  [0x5601, 46, 46, 0],
];
// A context's state and its likelier symbol in one number, so that a step is one look-up: 2 * state + symbol.
const QE = Uint16Array.from({ length: 94 }, (_, i) => STATES[i >> 1]![0]);
const AFTER_MPS = Uint8Array.from({ length: 94 }, (_, i) => STATES[i >> 1]![1] * 2 + (i & 1));
const AFTER_LPS = Uint8Array.from({ length: 94 }, (_, i) => {
  const [, , next, swap] = STATES[i >> 1]!;
  return next * 2 + ((i & 1) ^ swap);
});

/** The adaptive binary arithmetic encoder of JBIG2 (ITU-T T.88, Annex E; the same as JPEG 2000's). */
export class MqEncoder {
  private readonly contexts: Uint8Array;
  private a = 0x8000;
  private c = 0;
  private ct = 12;
  private out = new Uint8Array(1 << 14);
  /** Bytes written, counting a byte before the first one that carries only overflow. */
  private length = 1;

  constructor(contexts: number) {
    this.contexts = new Uint8Array(contexts);
  }

  encode(context: number, bit: number): void {
    const state = this.contexts[context]!;
    const qe = QE[state]!;
    this.a -= qe;
    if ((state & 1) === bit) {
      if ((this.a & 0x8000) !== 0) {
        this.c += qe;
        return;
      }
      if (this.a < qe) this.a = qe;
      else this.c += qe;
      this.contexts[context] = AFTER_MPS[state]!;
    } else {
      if (this.a < qe) this.c += qe;
      else this.a = qe;
      this.contexts[context] = AFTER_LPS[state]!;
    }
    do {
      this.a <<= 1;
      this.c <<= 1;
      if (--this.ct === 0) this.byteOut();
    } while ((this.a & 0x8000) === 0);
  }

  private byteOut(): void {
    const last = this.length - 1;
    if (this.out[last] !== 0xff && this.c >= 0x8000000) {
      this.out[last]!++;
      if (this.out[last] === 0xff) this.c &= 0x7ffffff;
    }
    if (this.out[last] === 0xff) {
      this.push(this.c >>> 20);
      this.c &= 0xfffff;
      this.ct = 7;
    } else {
      this.push(this.c >>> 19);
      this.c &= 0x7ffff;
      this.ct = 8;
    }
  }

  private push(byte: number): void {
    if (this.length === this.out.length) {
      const bigger = new Uint8Array(this.out.length * 2);
      bigger.set(this.out);
      this.out = bigger;
    }
    this.out[this.length++] = byte;
  }

  /** Ends the code with its marker and answers the bytes. */
  finish(): Uint8Array {
    const limit = this.c + this.a;
    this.c |= 0xffff;
    if (this.c >= limit) this.c -= 0x8000;
    for (let i = 0; i < 2; i++) {
      this.c = (this.c << this.ct) >>> 0;
      this.byteOut();
    }
    if (this.out[this.length - 1] !== 0xff) this.push(0xff);
    this.push(0xac);
    return this.out.subarray(1, this.length);
  }
}
