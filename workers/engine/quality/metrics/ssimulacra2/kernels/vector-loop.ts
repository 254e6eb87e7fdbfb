import {
  f32x4,
  i32,
  i32x4,
  local,
  repeatWhile,
  type Code,
  type Local,
  type VectorFunction,
} from './vector-code.ts';

const { load } = f32x4;

/** What a kernel is written with: its parameters, the byte offset of the column it is at, and vectors. */
export interface Scope {
  readonly parameters: readonly Local[];
  readonly offset: Local;
  readonly vectors: readonly Local[];
  /** A vector that is the same in all columns, such as a constant: it is made before the loop, since V8 makes it anew in each turn. */
  readonly once: (vector: Code) => Code;
}

/**
 * A loop over the columns, four at a time; the count of columns is the last parameter.
 * @param each  code for four columns
 * @param after code behind the loop
 */
export function rowLoop(
  parameters: number,
  vectorLocals: number,
  each: (scope: Scope) => Code,
  after: (scope: Scope) => Code = () => [],
): VectorFunction {
  const all = Array.from({ length: parameters + 1 + vectorLocals }, (_, index) => local(index));
  const made = new Map<string, { readonly vector: Code; readonly kept: Local }>();
  const once = (vector: Code): Code => {
    const key = vector.join();
    if (!made.has(key)) made.set(key, { vector, kept: local(all.length + made.size) });
    return made.get(key)!.kept.get;
  };
  const scope = {
    parameters: all.slice(0, parameters),
    offset: all[parameters]!,
    vectors: all.slice(parameters + 1),
    once,
  };
  const columns = all[parameters - 1]!;
  const loop = repeatWhile(
    [...each(scope), ...scope.offset.set(i32.add(scope.offset.get, i32.constant(16)))],
    i32.lessThan(scope.offset.get, columns.get),
  );
  const body = [
    ...columns.set(i32.timesFour(columns.get)),
    ...[...made.values()].flatMap(({ vector, kept }) => kept.set(vector)),
    ...loop,
    ...after(scope),
  ];
  return { parameters, vectorLocals: vectorLocals + made.size, body };
}

/** Address of the columns that the loop is at. */
export function here(base: Local, { offset }: Scope): Code {
  return i32.add(base.get, offset.get);
}

/** All bits set in lanes of columns that exist. */
export function existing({ parameters, offset, once }: Scope): Code {
  const bytes = i32x4.add(i32x4.splat(offset.get), once(i32x4.constant([0, 4, 8, 12])));
  return i32x4.lessThan(bytes, once(i32x4.splat(parameters.at(-1)!.get)));
}

/** Four columns of a row. */
export function loadRow(base: Local, scope: Scope): Code {
  return load(here(base, scope));
}
