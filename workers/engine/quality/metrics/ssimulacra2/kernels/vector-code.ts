/**
 * WebAssembly written as expressions: each function returns the bytes of one, operands first.
 * Source: WebAssembly Core Specification 2.0, 5.4 (instructions) and 5.5 (modules).
 */
export type Code = readonly number[];

/** A local of the function being written; parameters come first. */
export interface Local {
  readonly get: Code;
  readonly set: (value: Code) => Code;
}

/** One exported function. Parameters are addresses and counts (i32); nothing is returned. */
export interface VectorFunction {
  readonly parameters: number;
  readonly vectorLocals: number;
  readonly body: Code;
}

export const i32 = {
  constant: (value: number): Code => [0x41, ...signed(value)],
  add: (a: Code, b: Code): Code => [...a, ...b, 0x6a],
  timesFour: (a: Code): Code => [...a, 0x41, 2, 0x74],
  timesSixteen: (a: Code): Code => [...a, 0x41, 4, 0x74],
  lessThan: (a: Code, b: Code): Code => [...a, ...b, 0x48],
  /** The byte at an address. */
  loadByte: (address: Code, offset = 0): Code => [...address, 0x2d, 0, ...unsigned(offset)],
};

const simd = (opcode: number): Code => [0xfd, ...unsigned(opcode)];
const binary =
  (opcode: number) =>
  (a: Code, b: Code): Code => [...a, ...b, ...simd(opcode)];

/** Four lanes of single precision. */
export const f32x4 = {
  constant: (value: number): Code => [...simd(0x0c), ...laneBytes(new Float32Array(4).fill(value))],
  load: (address: Code, offset = 0): Code => [...address, ...simd(0x00), 2, ...unsigned(offset)],
  store: (address: Code, value: Code, offset = 0): Code => [
    ...address,
    ...value,
    ...simd(0x0b),
    2,
    ...unsigned(offset),
  ],
  abs: (a: Code): Code => [...a, ...simd(0xe0)],
  add: binary(0xe4),
  sub: binary(0xe5),
  mul: binary(0xe6),
  div: binary(0xe7),
  /** The larger of two numbers, the second where they are equal: one instruction, where `max` with its rules for zeros takes six. */
  larger: (a: Code, b: Code): Code => [...b, ...a, ...simd(0xeb)],
  and: binary(0x4e),
  /** Lanes of two vectors, numbered 0 to 3 and 4 to 7. */
  lanes: (a: Code, b: Code, order: readonly [number, number, number, number]): Code => [
    ...a,
    ...b,
    ...simd(0x0d),
    ...order.flatMap((lane) => [lane * 4, lane * 4 + 1, lane * 4 + 2, lane * 4 + 3]),
  ],
};

/** Four lanes of integers, for masks and for looking at floats as bits. */
export const i32x4 = {
  constant: (lanes: readonly [number, number, number, number]): Code => [
    ...simd(0x0c),
    ...laneBytes(new Int32Array(lanes)),
  ],
  splat: (a: Code): Code => [...a, ...simd(0x11)],
  add: binary(0xae),
  lessThan: binary(0x39),
  toFloat: (a: Code): Code => [...a, ...simd(0xfa)],
  fromFloat: (a: Code): Code => [...a, ...simd(0xf8)],
};

/** The local with an index. */
export function local(index: number): Local {
  return {
    get: [0x20, ...unsigned(index)],
    set: (value) => [...value, 0x21, ...unsigned(index)],
  };
}

/** Repeats the body while the condition holds after it. */
export function repeatWhile(body: Code, condition: Code): Code {
  return [0x03, 0x40, ...body, ...condition, 0x0d, 0x00, 0x0b];
}

const I32 = 0x7f;
const V128 = 0x7b;

/**
 * A module of functions over an imported memory ("env" "memory").
 * A function's locals are its parameters, one more integer, then its vectors.
 */
export function moduleOf(functions: Readonly<Record<string, VectorFunction>>): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(functions);
  const types = entries.map(([, { parameters }]) => [0x60, ...vector(Array(parameters).fill([I32])), 0x00]);
  const memory = [...name('env'), ...name('memory'), 0x02, 0x00, 0x01];
  const exports = entries.map(([title], index) => [...name(title), 0x00, ...unsigned(index)]);
  const bodies = entries.map(([, { vectorLocals, body }]) => {
    const content = [0x02, 0x01, I32, ...unsigned(vectorLocals), V128, ...body, 0x0b];
    return [...unsigned(content.length), ...content];
  });
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, vector(types)),
    ...section(2, vector([memory])),
    ...section(3, vector(entries.map((_, index) => unsigned(index)))),
    ...section(7, vector(exports)),
    ...section(10, vector(bodies)),
  ]);
}

function section(id: number, content: Code): Code {
  return [id, ...unsigned(content.length), ...content];
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function name(text: string): Code {
  return vector([...text].map((char) => [char.charCodeAt(0)]));
}

function laneBytes(lanes: Float32Array | Int32Array): Code {
  return [...new Uint8Array(lanes.buffer)];
}

/** LEB128. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const byte = value & 0x7f;
  const rest = value >> 7;
  const isLast = (rest === 0 && (byte & 0x40) === 0) || (rest === -1 && (byte & 0x40) !== 0);
  return isLast ? [byte] : [byte | 0x80, ...signed(rest)];
}
