import { f32x4, i32, i32x4, type Code, type Local, type VectorFunction } from './vector-code.ts';
import { existing, here, loadRow, rowLoop, type Scope } from './vector-loop.ts';

const { add, sub, mul, div, and, load, store, constant, lanes } = f32x4;

/** What the table adds up to for four pixels, a vector each; and its lanes, each of all four. */
function mixed(scope: Scope): { readonly mix: Code; readonly lane: (lane: number) => Code } {
  const [rgb, table] = scope.parameters as [Local, Local];
  const pixels = scope.vectors;
  const part = (channel: number, pixel: number): Code =>
    load(i32.add(table.get, i32.timesSixteen(i32.loadByte(rgb.get, pixel * 3 + channel))), channel * 4096);
  const [a, b, c, d] = pixels.map((pixel) => pixel.get) as [Code, Code, Code, Code];
  const lane = (from: number): Code =>
    lanes(
      lanes(a, b, [from, from + 4, from, from + 4]),
      lanes(c, d, [from, from + 4, from, from + 4]),
      [0, 1, 4, 5],
    );
  return { mix: pixels.flatMap((pixel, i) => pixel.set(add(add(part(0, i), part(1, i)), part(2, i)))), lane };
}

/** See RowKernels. */
export function cones(): VectorFunction {
  return rowLoop(6, 4, (scope) => {
    const [rgb, , long, medium, short] = scope.parameters as [Local, Local, Local, Local, Local];
    const { mix, lane } = mixed(scope);
    return [
      ...mix,
      ...store(here(long, scope), lane(0)),
      ...store(here(medium, scope), lane(1)),
      ...store(here(short, scope), lane(2)),
      ...rgb.set(i32.add(rgb.get, i32.constant(12))),
    ];
  });
}

/** See RowKernels. */
export function luma(): VectorFunction {
  return rowLoop(4, 4, (scope) => {
    const [rgb, , to] = scope.parameters as [Local, Local, Local];
    const { mix, lane } = mixed(scope);
    return [...mix, ...store(here(to, scope), lane(3)), ...rgb.set(i32.add(rgb.get, i32.constant(12)))];
  });
}

/** See RowKernels. */
export function halve(): VectorFunction {
  return rowLoop(4, 2, (scope) => {
    const [top, bottom, to] = scope.parameters as [Local, Local, Local];
    const [a, b] = scope.vectors as [Local, Local];
    const both = (offset: number): Code => {
      const at = (base: Local): Code => i32.add(here(base, scope), scope.offset.get);
      return add(load(at(top), offset), load(at(bottom), offset));
    };
    const pairs = add(lanes(a.get, b.get, [0, 2, 4, 6]), lanes(a.get, b.get, [1, 3, 5, 7]));
    return [
      ...a.set(both(0)),
      ...b.set(both(16)),
      ...store(here(to, scope), mul(pairs, scope.once(constant(0.25)))),
    ];
  });
}

/** Added to cone responses before the root; @see opsin.ts */
export const CONE_BIAS = 0.0037930732552754493;

/** Cube root less that of the bias: a guess from the exponent, and two of Halley's steps (each triples the digits). */
function root(cone: Local, guess: Local, cube: Local, once: Scope['once']): Code {
  const third = mul(i32x4.toFloat(cone.get), once(constant(1 / 3)));
  const step = [
    ...cube.set(mul(mul(guess.get, guess.get), guess.get)),
    ...guess.set(
      div(mul(guess.get, add(cube.get, add(cone.get, cone.get))), add(add(cube.get, cube.get), cone.get)),
    ),
  ];
  return [
    ...guess.set(i32x4.fromFloat(add(third, once(constant(709_958_130))))),
    ...step,
    ...step,
    ...guess.set(sub(guess.get, once(constant(Math.cbrt(CONE_BIAS))))),
  ];
}

/** See RowKernels. */
export function opsinXy(): VectorFunction {
  return rowLoop(5, 4, (scope) => {
    const [long, medium, x, y] = scope.parameters as [Local, Local, Local, Local];
    const [cone, l, m, cube] = scope.vectors as [Local, Local, Local, Local];
    const half = (value: Code, lift: number): Code =>
      and(add(mul(value, scope.once(constant(0.5))), scope.once(constant(lift))), existing(scope));
    return [
      ...cone.set(loadRow(long, scope)),
      ...root(cone, l, cube, scope.once),
      ...cone.set(loadRow(medium, scope)),
      ...root(cone, m, cube, scope.once),
      ...store(here(x, scope), half(sub(l.get, m.get), 0.5)),
      ...store(here(y, scope), half(add(l.get, m.get), 0.05)),
    ];
  });
}

/** See RowKernels. */
export function opsinB(): VectorFunction {
  return rowLoop(5, 5, (scope) => {
    const [long, medium, short, b] = scope.parameters as [Local, Local, Local, Local];
    const [cone, l, m, s, cube] = scope.vectors as [Local, Local, Local, Local, Local];
    const value = add(
      sub(s.get, mul(add(l.get, m.get), scope.once(constant(0.5)))),
      scope.once(constant(1.1)),
    );
    return [
      ...cone.set(loadRow(long, scope)),
      ...root(cone, l, cube, scope.once),
      ...cone.set(loadRow(medium, scope)),
      ...root(cone, m, cube, scope.once),
      ...cone.set(loadRow(short, scope)),
      ...root(cone, s, cube, scope.once),
      ...store(here(b, scope), and(value, existing(scope))),
    ];
  });
}
