import { f32x4, type Code, type Local, type VectorFunction } from './vector-code.ts';
import { existing, here, loadRow, rowLoop, type Scope } from './vector-loop.ts';

const { add, sub, mul, div, larger, abs, and, load, store, constant } = f32x4;

/** See RowKernels. */
export function variance(): VectorFunction {
  return rowLoop(4, 0, (scope) => {
    const [mean, squares, to] = scope.parameters as [Local, Local, Local];
    const square = mul(loadRow(mean, scope), loadRow(mean, scope));
    return store(here(to, scope), sub(loadRow(squares, scope), square));
  });
}

/** See RowKernels. */
export function texture(): VectorFunction {
  return rowLoop(4, 1, (scope) => {
    const [row, below, sums] = scope.parameters as [Local, Local, Local];
    const [value] = scope.vectors as [Local];
    const across = abs(sub(load(here(row, scope), 4), loadRow(row, scope)));
    const down = abs(sub(loadRow(below, scope), loadRow(row, scope)));
    return [
      ...value.set(and(add(across, down), existing(scope))),
      ...store(here(sums, scope), add(loadRow(sums, scope), value.get)),
    ];
  });
}

/** Keeps small variances from dividing by nothing; the published constant. */
const C2 = 0.0009;

/** See RowKernels. */
export function structure(): VectorFunction {
  const each = (scope: Scope): Code => {
    const [mean, squares, differences, referenceMean, referenceVariance] = scope.parameters as Five;
    const [total, fourth, flat, flat4, value, shift, spread] = scope.vectors as [...Five, Local, Local];
    const [zero, one] = [0, 1].map((value) => scope.once(constant(value))) as [Code, Code];
    // Blurred squared difference less the squared difference of the means: the part of the spread that is not shared.
    const unshared = sub(loadRow(differences, scope), shift.get);
    const kept = div(mul(sub(one, shift.get), sub(spread.get, unshared)), spread.get);
    const lost = larger(sub(one, kept), zero);
    const sumUp = (sum: Local, sum4: Local): Code => [
      ...value.set(and(value.get, existing(scope))),
      ...sum.set(add(sum.get, value.get)),
      ...value.set(mul(value.get, value.get)),
      ...sum4.set(add(sum4.get, mul(value.get, value.get))),
    ];
    return [
      ...value.set(loadRow(mean, scope)),
      ...shift.set(sub(loadRow(referenceMean, scope), value.get)),
      ...shift.set(mul(shift.get, shift.get)),
      ...value.set(mul(value.get, value.get)),
      ...spread.set(add(loadRow(referenceVariance, scope), loadRow(squares, scope))),
      ...spread.set(add(sub(spread.get, value.get), scope.once(constant(C2)))),
      ...value.set(div(value.get, spread.get)),
      ...sumUp(flat, flat4),
      ...value.set(lost),
      ...sumUp(total, fourth),
    ];
  };
  return rowLoop(7, 7, each, (scope) => storeSums(scope, 4));
}

type Five = [Local, Local, Local, Local, Local];

/** See RowKernels. */
export function edges(): VectorFunction {
  const each = (scope: Scope): Code => {
    const [samples, mean, reference, referenceMean] = scope.parameters as [Local, Local, Local, Local];
    const [artefact, detail, artefact4, detail4, before, edge, side] = scope.vectors as [
      Local,
      Local,
      Local,
      Local,
      Local,
      Local,
      Local,
    ];
    const [zero, one] = [0, 1].map((value) => scope.once(constant(value))) as [Code, Code];
    const distance = sub(loadRow(samples, scope), loadRow(mean, scope));
    const sumUp = (sum: Local, sum4: Local, value: Code): Code => [
      ...side.set(larger(value, zero)),
      ...sum.set(add(sum.get, side.get)),
      ...side.set(mul(side.get, side.get)),
      ...sum4.set(add(sum4.get, mul(side.get, side.get))),
    ];
    return [
      ...before.set(abs(sub(loadRow(reference, scope), loadRow(referenceMean, scope)))),
      ...edge.set(div(sub(abs(distance), before.get), add(one, before.get))),
      ...edge.set(and(edge.get, existing(scope))),
      ...sumUp(artefact, artefact4, edge.get),
      ...sumUp(detail, detail4, sub(zero, edge.get)),
    ];
  };
  return rowLoop(6, 7, each, (scope) => storeSums(scope, 4));
}

/** Stores the first vectors as sums; their address is the last but one parameter. */
function storeSums({ parameters, vectors }: Scope, count: number): Code {
  const sums = parameters.at(-2)!;
  return vectors.slice(0, count).flatMap((vector, index) => store(sums.get, vector.get, index * 16));
}
