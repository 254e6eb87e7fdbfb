import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { JobOptions } from '#engine/options.ts';
import { DEFAULT_PRESET, PRESETS } from '#engine/presets.ts';
import { JOB_OPTION_FIELDS, JobOptionError, parseJobOptions } from '#platform/contracts/job-option-fields.ts';

export const HELP = `Makes JPEG, PNG, WebP, PDF and PPTX files smaller without harm.

Usage: npm run -s compress -- INPUT... -o OUTPUT [options]
       node functions/cli.ts INPUT... -o OUTPUT [options]

  -o, --output OUTPUT   file to write; a directory (OUTPUT/) when there are several inputs
      --preset PRESET   ${PRESETS.join(', ')} [${DEFAULT_PRESET}]
      --target SIZE     size to reach, e.g. 20MB, 500KB or 123456 (bytes); 1 KB is 1024 bytes
      --keep LIST       descriptions of pictures that stay: none, all, or some of copyright,date,location,camera
                        [copyright,date]
      --report FILE     write what was done as JSON; a list when there are several inputs
  -q, --quiet           print errors only
  -h, --help            this text

The kind of a file is read from its content, not from its name. A result is never bigger than its source.
Exit status: 0 when all went well, 2 for bad usage, 3 when a file could not be compressed (the reason is on standard error).
`;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface CliRequest {
  readonly files: readonly { readonly input: string; readonly output: string }[];
  readonly options: JobOptions;
  readonly reportPath?: string;
  readonly quiet: boolean;
}

/** @throws UsageError that says what is wrong in one line */
export async function parseArguments(argv: readonly string[]): Promise<CliRequest | 'help'> {
  const { values, positionals } = parse(argv);
  if (values.help) return 'help';
  if (positionals.length === 0) throw new UsageError('Expected at least one input file.');
  if (values.output === undefined || values.output === '')
    throw new UsageError('Expected an output: -o OUTPUT.');
  for (const input of positionals) await checkInput(input);
  return {
    files: await pairUp(positionals, values.output),
    options: readOptions(values),
    ...(values.report === undefined ? {} : { reportPath: values.report }),
    quiet: values.quiet ?? false,
  };
}

const JOB_OPTIONS = Object.fromEntries(
  Object.values(JOB_OPTION_FIELDS).map(({ name }) => [name, { type: 'string' as const }]),
);

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        output: { type: 'string', short: 'o' },
        ...JOB_OPTIONS,
        report: { type: 'string' },
        quiet: { type: 'boolean', short: 'q' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function checkInput(input: string): Promise<void> {
  const facts = await stat(input).catch(() => null);
  if (facts === null) throw new UsageError(`There is no file ${input}.`);
  if (!facts.isFile()) throw new UsageError(`Expected a file but ${input} is not one.`);
}

async function pairUp(inputs: readonly string[], output: string): Promise<CliRequest['files']> {
  const facts = await stat(output).catch(() => null);
  // A name that ends with a slash means a directory, also one that is still to be made.
  const isDirectory = facts ? facts.isDirectory() : /[/\\]$/.test(output);
  if (inputs.length > 1 && !isDirectory) {
    throw new UsageError(`Several inputs need a directory as output, but ${output} is not one.`);
  }
  const files = inputs.map((input) => ({
    input,
    output: isDirectory ? join(output, basename(input)) : output,
  }));
  const taken = new Set<string>();
  for (const file of files) {
    const path = resolve(file.output);
    if (taken.has(path)) throw new UsageError(`Two inputs would both be written to ${file.output}.`);
    taken.add(path);
  }
  return files;
}

function readOptions(values: Readonly<Record<string, unknown>>): JobOptions {
  const given = Object.keys(JOB_OPTIONS).map((name) => [name, String(values[name] ?? '')] as const);
  try {
    return parseJobOptions(given);
  } catch (error) {
    if (!(error instanceof JobOptionError)) throw error;
    const { option, expected } = error;
    throw new UsageError(`Expected ${expected} for --${option} but received ${String(values[option])}.`);
  }
}
