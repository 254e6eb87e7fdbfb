/** Takes the decisions of a code one by one, each in its context. */
export interface BitCoder {
  encode(context: number, bit: number): void;
}
