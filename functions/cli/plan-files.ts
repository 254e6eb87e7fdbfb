import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, parse, resolve, sep } from 'node:path';
import { nameForKind } from '#engine/api/kinds.ts';
import { stemOf } from '#engine/api/set-name.ts';
import type { CliRequest, Destination } from './arguments.ts';
import type { InputFile } from './find-inputs.ts';
import { UsageError } from './usage-error.ts';
import { addressOf } from './web-address.ts';

/** One file and where its result goes. */
export interface PlannedFile {
  readonly input: string;
  /** Path or "-"; null where nothing is written. */
  readonly output: string | null;
}

/**
 * Pairs inputs with outputs. Results of an earlier run are left out: files below the output directory, with a suffix those whose
 * names end in it, and the files of sets.
 * @throws UsageError where two results would have one name, or several inputs one file
 */
export async function planFiles(
  files: readonly InputFile[],
  { destination, inputs, options }: Pick<CliRequest, 'destination' | 'inputs' | 'options'>,
): Promise<PlannedFile[]> {
  const outputOf = await outputRule(files, destination, inputs);
  const isEarlier = earlierSets(options.widths ?? [], inputs);
  const planned: PlannedFile[] = [];
  const sources = new Map<string, string>();
  for (const file of files) {
    const named = isEarlier(file) ? undefined : outputOf(file);
    if (named === undefined) continue;
    const isFree = named !== null && !isGivenName(named, destination);
    const output = isFree ? nameForOptions(named, file, options) : named;
    if (output !== null && output !== '-') {
      const path = resolve(output);
      if (sources.has(path)) throw new UsageError(`Two inputs would both be written to ${output}.`);
      sources.set(path, file.path);
    }
    planned.push({ input: file.path, output });
  }
  return planned;
}

/** A name that was given, or standard output, stays whatever is written there. */
export function isGivenName(output: string, destination: Destination): boolean {
  return destination.to === 'path' && output === destination.path;
}

/** The name of a result in a format that was asked for by name; which one "auto" takes shows later. A set has that of its list. */
function nameForOptions(
  output: string,
  { path }: InputFile,
  { format = 'same', widths }: CliRequest['options'],
): string {
  if (widths) return join(dirname(output), `${stemOf(basename(path))}-set.json`);
  return format === 'same' || format === 'auto' ? output : nameForKind(output, format);
}

/** Whether a file was found that a set of an earlier run has made: its name ends in one of the widths. */
function earlierSets(widths: readonly number[], inputs: readonly string[]): (file: InputFile) => boolean {
  const named = new Set(inputs);
  return ({ path }) => !named.has(path) && widths.some((width) => parse(path).name.endsWith(`-${width}`));
}

/** Gives a file's output; undefined where it is a result itself. */
type OutputRule = (file: InputFile) => string | null | undefined;

async function outputRule(
  files: readonly InputFile[],
  destination: Destination,
  inputs: readonly string[],
): Promise<OutputRule> {
  if (destination.to === 'nowhere') return () => null;
  if (destination.to === 'source') return ({ path }) => path;
  if (destination.to === 'beside') {
    return ({ path, place }) => withSuffix(addressOf(path) ? place : path, destination.suffix);
  }
  const { path } = destination;
  if (path === '-') {
    if (files.length > 1) throw new UsageError('Standard output takes the result of one input only.');
    return () => '-';
  }
  const facts = await stat(path).catch(() => null);
  const isDirectory = facts ? facts.isDirectory() : await isNewDirectory(path, inputs);
  if (isDirectory) return intoDirectory(path, inputs);
  if (files.length > 1) {
    throw new UsageError(`Several inputs need a directory as output (${path}/), but ${path} is not one.`);
  }
  return () => path;
}

/** Whether a name that is not there yet means a directory: it ends with a slash, or an input is one. */
async function isNewDirectory(path: string, inputs: readonly string[]): Promise<boolean> {
  if (/[/\\]$/.test(path)) return true;
  const facts = await Promise.all(inputs.map((input) => stat(input).catch(() => null)));
  return facts.some((each) => each?.isDirectory());
}

async function intoDirectory(directory: string, inputs: readonly string[]): Promise<OutputRule> {
  const root = (await realpath(directory).catch(() => resolve(directory))) + sep;
  const named = new Set(inputs);
  return ({ path, place }) => {
    if (path === '-') throw new UsageError('The result of standard input needs a file name after -o.');
    // The output directory may lie in the input directory; what was asked for by name is taken all the same.
    if (!named.has(path) && resolve(path).startsWith(root)) return undefined;
    return join(directory, place);
  };
}

function withSuffix(path: string, suffix: string): string | undefined {
  const { dir, name, ext } = parse(path);
  return name.endsWith(suffix) ? undefined : join(dir, `${name}${suffix}${ext}`);
}
