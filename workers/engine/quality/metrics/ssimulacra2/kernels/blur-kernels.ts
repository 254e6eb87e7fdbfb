import { KERNEL } from './gaussian.ts';
import { f32x4, i32, type Code, type Local, type VectorFunction } from './vector-code.ts';
import { here, rowLoop, type Scope } from './vector-loop.ts';

const { add, sub, mul, load, store, constant } = f32x4;

/** Weight of each of the nine taps. */
const TAPS = Array.from({ length: 9 }, (_, index) => constant(KERNEL[Math.abs(index - 4)]!));

function sumOf(terms: readonly Code[]): Code {
  return terms.reduce((sum, term) => add(sum, term));
}

/** See RowKernels. */
export function blurDown(): VectorFunction {
  return rowLoop(4, 0, (scope) => {
    const [at, stride, to] = scope.parameters as [Local, Local, Local];
    const rows = TAPS.map((tap, row) => mul(load(rowAddress(at, stride, scope, row)), scope.once(tap)));
    return store(here(to, scope), sumOf(rows));
  });
}

function rowAddress(at: Local, stride: Local, scope: Scope, row: number): Code {
  let address = here(at, scope);
  for (let i = 0; i < row; i++) address = i32.add(address, stride.get);
  return address;
}

/** See RowKernels. */
export function blurMomentsDown(): VectorFunction {
  return rowLoop(7, 6, (scope) => {
    const [at, reference, stride, ...to] = scope.parameters as [Local, Local, Local, Local, Local, Local];
    const [sample, weighted, difference, ...sums] = scope.vectors as [Local, Local, Local, ...Local[]];
    const row = (tap: Code, index: number): Code => {
      const terms = [
        weighted.get,
        mul(weighted.get, sample.get),
        mul(mul(difference.get, difference.get), tap),
      ];
      return [
        ...sample.set(load(rowAddress(at, stride, scope, index))),
        ...difference.set(sub(sample.get, load(rowAddress(reference, stride, scope, index)))),
        ...weighted.set(mul(sample.get, tap)),
        ...sums.flatMap((sum, i) => sum.set(index === 0 ? terms[i]! : add(sum.get, terms[i]!))),
      ];
    };
    return [
      ...TAPS.map(scope.once).flatMap(row),
      ...sums.flatMap((sum, i) => store(here(to[i]!, scope), sum.get)),
    ];
  });
}

/** See RowKernels. */
export function blurAcross(): VectorFunction {
  return rowLoop(3, 0, (scope) => {
    const [at, to] = scope.parameters as [Local, Local];
    const columns = TAPS.map((tap, column) => mul(load(here(at, scope), column * 4), scope.once(tap)));
    return store(here(to, scope), sumOf(columns));
  });
}
