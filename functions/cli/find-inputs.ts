import { readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { glob, isDynamicPattern } from 'tinyglobby';
import { fileExtensions, listOfKinds } from '#engine/api/kinds.ts';
import type { CliRequest } from './arguments.ts';
import { UsageError } from './usage-error.ts';
import { addressOf, nameOfAddress } from './web-address.ts';

/** One file to compress. */
export interface InputFile {
  /** As people named it, an address on the web too; "-" for standard input. */
  readonly path: string;
  /** Where it lies below the output directory: its name, or its path below the input directory in which it was found. */
  readonly place: string;
}

/** An input that names nothing. */
interface MissingInput {
  readonly path: string;
  readonly message: string;
}

interface FoundInputs {
  readonly files: readonly InputFile[];
  readonly missing: readonly MissingInput[];
}

/** Names of our kinds, at any depth. */
const FILES_BELOW = `**/*.{${fileExtensions().join(',')}}`;

/**
 * The files that the inputs name, each once, in their order. Directories and patterns are expanded here, as not every
 * shell does; a file that bears the name of a pattern is that file.
 * @throws UsageError when the list of --files-from cannot be read
 */
export async function findInputs({
  inputs,
  filesFrom,
}: Pick<CliRequest, 'inputs' | 'filesFrom'>): Promise<FoundInputs> {
  const listed = filesFrom === undefined ? [] : await readList(filesFrom);
  const files = new Map<string, InputFile>();
  const missing: MissingInput[] = [];
  for (const input of [...inputs, ...listed]) {
    const found = input === '-' ? [{ path: '-', place: '-' }] : await expand(input);
    if (found.length === 0) missing.push({ path: input, message: await whyNothing(input) });
    for (const file of found) if (!files.has(resolve(file.path))) files.set(resolve(file.path), file);
  }
  return { files: [...files.values()], missing };
}

async function expand(input: string): Promise<InputFile[]> {
  const address = addressOf(input);
  if (address) return [{ path: input, place: nameOfAddress(address) }];
  const facts = await stat(input).catch(() => null);
  if (facts?.isDirectory()) return filesBelow(input);
  if (facts) return [{ path: input, place: basename(input) }];
  if (!isDynamicPattern(input)) return [];
  const paths = await glob([input], { onlyFiles: true, expandDirectories: false });
  return paths
    .sort()
    .map((path) => ({ path, place: path.startsWith('..') ? basename(path) : relative('.', path) }));
}

/** Links to directories are not followed: they may lead in a circle. Names that begin with a dot are left alone. */
async function filesBelow(directory: string): Promise<InputFile[]> {
  const paths = await glob([FILES_BELOW], {
    cwd: directory,
    onlyFiles: true,
    followSymbolicLinks: false,
    caseSensitiveMatch: false,
    ignore: ['**/node_modules/**'],
  });
  return paths.sort().map((path) => ({ path: join(directory, path), place: path }));
}

async function whyNothing(input: string): Promise<string> {
  const facts = await stat(input).catch((error: NodeJS.ErrnoException) => error);
  if (!(facts instanceof Error)) return `There is no ${listOfKinds('or')} file in this directory.`;
  if (facts.code === 'EACCES') return 'This file may not be read.';
  return isDynamicPattern(input) ? 'No file matches this pattern.' : 'There is no such file.';
}

/** One path a line, or separated by NUL where there is one; names may then hold line breaks. */
async function readList(path: string): Promise<string[]> {
  const content = await (path === '-' ? buffer(process.stdin) : readFile(path)).catch((error: Error) => {
    throw new UsageError(`The list ${path} cannot be read: ${error.message}.`);
  });
  const text = content.toString('utf8');
  const names = text.includes('\0') ? text.split('\0') : text.split(/\r?\n/);
  return names.filter((name) => name !== '');
}
