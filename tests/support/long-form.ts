/** Set by infra/setup/long-tests.ts. */
const isLong = process.env['LONG_FORM'] === 'yes';

/** Cases that others of their kind stand for. @returns them in the long form, else none */
export function inLongForm<T>(...cases: readonly T[]): readonly T[] {
  return isLong ? cases : [];
}

/**
 * The entries of a table of cases that the current form runs.
 * @param repeated names of those that others of their kind stand for
 * @throws where the table has no such case
 */
export function inThisForm<T>(
  table: Readonly<Record<string, T>>,
  repeated: readonly string[],
): [name: string, value: T][] {
  const unknown = repeated.filter((name) => !(name in table));
  if (unknown.length > 0) throw new Error(`Expected cases called ${unknown.join(', ')}.`);
  return Object.entries(table).filter(([name]) => isLong || !repeated.includes(name));
}
