import { describe, expect, it } from 'vitest';
import { GuardedWasm } from '#engine/codecs/shared/guarded-wasm.ts';
import { FUEL, meterWasm } from '#engine/codecs/shared/meter-wasm.ts';

const text = (name: string): number[] => [name.length, ...Array.from(name, (char) => char.charCodeAt(0))];
const section = (id: number, ...body: readonly number[]): number[] => [id, body.length, ...body];
const body = (...code: readonly number[]): number[] => [code.length + 1, 0, ...code];

/** sum(n) adds 1 to n in a loop; fill(n) fills n bytes of memory; plain(n) has no loop; a global says 7. */
const MODULE = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, 1, 0x60, 1, 0x7f, 1, 0x7f),
  ...section(3, 3, 0, 0, 0),
  ...section(5, 1, 0, 4),
  ...section(6, 1, 0x7f, 0, 0x41, 7, 0x0b),
  ...section(
    7,
    5,
    ...text('sum'),
    0,
    0,
    ...text('fill'),
    0,
    1,
    ...text('plain'),
    0,
    2,
    ...text('memory'),
    2,
    0,
    ...text('seven'),
    3,
    0,
  ),
  ...section(
    10,
    3,
    ...[25, 1, 1, 0x7f],
    ...[
      0x03, 0x40, 0x20, 1, 0x20, 0, 0x6a, 0x21, 1, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x20, 1,
      0x0b,
    ],
    ...body(0x41, 0, 0x41, 5, 0x20, 0, 0xfc, 11, 0, 0x20, 0, 0x0b),
    ...body(0x20, 0, 0x0b),
  ),
]);

interface Exports {
  sum(count: number): number;
  fill(count: number): number;
  plain(value: number): number;
  readonly memory: WebAssembly.Memory;
  readonly seven: WebAssembly.Global<'i32'>;
}

function metered() {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(meterWasm(MODULE)));
  return { exports: instance.exports as unknown as Exports, guard: new GuardedWasm(instance) };
}

describe('a metered module', () => {
  it('computes what it did before', () => {
    const { exports } = metered();
    expect(exports.sum(100)).toBe(5050);
    expect(exports.plain(9)).toBe(9);
    expect(exports.fill(40)).toBe(40);
    expect([...new Uint8Array(exports.memory.buffer, 38, 4)]).toEqual([5, 5, 0, 0]);
    expect(exports.seven.value).toBe(7);
  });

  it('counts the rounds of loops by their instructions, and filled memory by its size', () => {
    const { exports, guard } = metered();
    const used = (work: () => void): number => {
      guard.start(1e6, Infinity);
      work();
      return guard.used;
    };
    const round = used(() => exports.sum(1));
    expect(round).toBeGreaterThan(5);
    expect(used(() => exports.sum(1000))).toBe(1000 * round);
    expect(used(() => exports.plain(1))).toBe(0);
    expect(used(() => exports.fill(16_000))).toBe(1000);
  });

  it('traps when its fuel is used up, and runs on with more', () => {
    const { exports, guard } = metered();
    guard.start(500, Infinity);
    expect(() => exports.sum(1000)).toThrow(WebAssembly.RuntimeError);
    expect(guard.shortage).toBe('work');
    guard.start(500, Infinity);
    expect(() => exports.fill(100_000)).toThrow(WebAssembly.RuntimeError);
    guard.start(1e6, Infinity);
    expect(exports.sum(3)).toBe(6);
    expect(guard.shortage).toBeUndefined();
  });

  it('says that it got no memory', () => {
    const { exports, guard } = metered();
    guard.start(500, 6 * 65_536);
    expect(exports.memory.grow(2)).toBe(4);
    expect(guard.shortage).toBeUndefined();
    expect(() => exports.memory.grow(1)).toThrow(RangeError);
    expect(guard.shortage).toBe('memory');
  });
});

it('refuses what it does not know', () => {
  const vectors = MODULE.slice();
  vectors[vectors.indexOf(0xfc)] = 0xfd;
  expect(() => meterWasm(vectors)).toThrow('0xfd');
  expect(() => new GuardedWasm(new WebAssembly.Instance(new WebAssembly.Module(MODULE)))).toThrow('metered');
  expect(FUEL).toBe('fuel');
});
