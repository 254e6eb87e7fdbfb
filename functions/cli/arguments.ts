import { parseArgs } from 'node:util';
import type { JobOptions } from '#engine/api/options.ts';
import { parseBytes } from '#platform/contracts/byte-size.ts';
import { JOB_OPTION_FIELDS, JobOptionError, parseJobOptions } from '#platform/contracts/job-option-fields.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { pickEnvironment } from '#platform/process-environment.ts';
import { COMMAND_OPTIONS, commandNameOf, type CommandValues } from './command-options.ts';
import { SHELLS, type Shell } from './completion.ts';
import { UsageError } from './usage-error.ts';
import { addressOf } from './web-address.ts';

const OVERWRITE_RULES = ['always', 'smaller', 'never'] as const;
type OverwriteRule = (typeof OVERWRITE_RULES)[number];
const FINDING_FORMATS = ['text', 'github', 'junit'] as const;
type FindingFormat = (typeof FINDING_FORMATS)[number];

const MENU_ACTIONS = ['install', 'remove'] as const;
type MenuAction = (typeof MENU_ACTIONS)[number];

/** Where results go. */
export type Destination =
  | { readonly to: 'nowhere' }
  | { readonly to: 'source' }
  | { readonly to: 'beside'; readonly suffix: string }
  /** A file, a directory, or "-" for standard output. */
  | { readonly to: 'path'; readonly path: string };

/** What files to take and what to do with them. */
export interface CliRequest {
  /** Paths, patterns and "-" as given. */
  readonly inputs: readonly string[];
  /** A list of further inputs, "-" for standard input. */
  readonly filesFrom?: string;
  readonly destination: Destination;
  /** Whether all is done but the writing. */
  readonly dryRun?: boolean;
  readonly overwrite: OverwriteRule;
  /** Whether results get the mode, owner and date of their source. */
  readonly preserve: boolean;
  readonly options: JobOptions;
  /** Share of its bytes that a file may still save, 0 to 1; undefined where nothing is checked. */
  readonly maxSaving?: number;
  readonly findingFormat: FindingFormat;
  /** Originals go where their results have another format. */
  readonly replaces?: boolean;
  /** To be told on standard error. */
  readonly note?: string;
  readonly limits: EngineLimits;
  /** An installation that does the work; undefined for this machine. */
  readonly server?: { readonly url: string; readonly key?: string | undefined };
  /** Where a watched directory's finished sources go; undefined leaves them. */
  readonly originals?: string;
  /** Directory of the memory of finished files; "" for the usual one. */
  readonly cacheDirectory?: string;
  readonly reportPath?: string;
  readonly messages: 'quiet' | 'normal' | 'verbose';
  readonly json: boolean;
}

export interface EngineLimits {
  /** Files at once; undefined for as many as the machine has room for. */
  readonly jobs?: number;
  /** CPU time of one file. */
  readonly cpuMs: number;
  readonly memoryBytes: number;
}

export type Command =
  | { readonly name: 'help' | 'version' | 'man' }
  | { readonly name: 'completion'; readonly shell: Shell }
  | { readonly name: 'menu'; readonly action: MenuAction }
  | { readonly name: 'compress' | 'watch'; readonly request: CliRequest };

/** Its other names. What it leads to cannot always be opened by them. */
const STANDARD_OUTPUT = /^\/(dev\/(stdout|fd\/1)|proc\/self\/fd\/1)$/;

const DEFAULT_SUFFIX = '-small';
const DEFAULT_TIMEOUT_SECONDS = String(OPERATING_LIMITS.engineCpuSeconds);
const DEFAULT_MEMORY = '1500MB';

/** @throws UsageError that says what is wrong in one line */
export function parseArguments(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  if (values.help) return { name: 'help' };
  if (values.version) return { name: 'version' };
  const [first, ...rest] = positionals;
  if (first === 'man' && rest.length === 0) return { name: 'man' };
  if (first === 'completion')
    return { name: 'completion', shell: choice('completion', SHELLS, rest[0] ?? '') };
  if (first === 'menu' && rest.length > 0)
    return { name: 'menu', action: choice('menu', MENU_ACTIONS, rest[0]!) };
  if (first === 'watch' && rest.length > 0) return { name: 'watch', request: watchRequest(values, rest) };
  if (positionals.length === 0 && values['files-from'] === undefined) {
    throw new UsageError(
      'Expected at least one input: a file, a directory, a pattern or - for standard input.',
    );
  }
  if (values.originals !== undefined) throw new UsageError('--originals goes with watch.');
  return { name: 'compress', request: compressRequest(values, positionals) };
}

function parse(argv: readonly string[]): { values: CommandValues; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(COMMAND_OPTIONS).map(([name, { short, value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), ...(short ? { short } : {}) },
    ]),
  );
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options }) as ReturnType<typeof parse>;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function compressRequest(asGiven: CommandValues, inputs: readonly string[]): CliRequest {
  const { values, note } = withReporter(asGiven);
  const checks = values.check === true;
  if (!checks && values['max-saving'] !== undefined) throw new UsageError('--max-saving goes with --check.');
  if (!checks && values.reporter !== undefined) throw new UsageError('--reporter goes with --check.');
  if (values.replace && !values['in-place']) throw new UsageError('--replace goes with --in-place.');
  const destination = readDestination(values, inputs);
  const toStandardOutput = destination.to === 'path' && destination.path === '-';
  if (toStandardOutput && (inputs.length !== 1 || values['files-from'])) {
    throw new UsageError('Standard output takes the result of one input only.');
  }
  return {
    inputs,
    ...given('filesFrom', values['files-from']),
    destination,
    ...given('dryRun', values['dry-run']),
    overwrite: choice('--overwrite', OVERWRITE_RULES, values.overwrite ?? 'always'),
    preserve: values['no-preserve'] !== true,
    options: readJobOptions(values),
    ...(checks ? { maxSaving: readPercent(values['max-saving'] ?? '0') } : {}),
    findingFormat: choice('--reporter', FINDING_FORMATS, values.reporter ?? 'text'),
    ...given('replaces', values.replace),
    ...given('note', note),
    limits: readLimits(values),
    ...given('server', readServer(values)),
    ...given('originals', values.originals),
    ...given('cacheDirectory', values['cache-dir'] ?? (values.cache ? '' : undefined)),
    ...given('reportPath', values.report),
    messages: readMessages(values),
    json: values.json === true,
  };
}

/** Until version 1.5 `--format` named how `--check` writes its findings. */
function withReporter(values: CommandValues): { readonly values: CommandValues; readonly note?: string } {
  const { format, ...others } = values;
  const reporter = FINDING_FORMATS.find((name) => name === format);
  if (!values.check || reporter === undefined) return { values };
  const note = `--format ${reporter} is now called --reporter ${reporter}; the old name goes with the next version.`;
  return { values: { ...others, reporter }, note };
}

function watchRequest(values: CommandValues, inputs: readonly string[]): CliRequest {
  if (inputs.length !== 1) throw new UsageError('Expected one directory to watch.');
  for (const name of ['check', 'dry-run', 'files-from', 'report'] as const) {
    if (values[name] !== undefined) throw new UsageError(`--${name} does not go with watch.`);
  }
  const request = compressRequest(values, inputs);
  if (request.destination.to !== 'path' || request.destination.path === '-')
    throw new UsageError('Expected a directory for the results: -o OUTPUT.');
  return request;
}

function readDestination(values: CommandValues, inputs: readonly string[]): Destination {
  if (values.check && values['dry-run']) throw new UsageError('--dry-run and --check do not go together.');
  const ways = ['output', 'suffix', 'in-place', 'check'] as const;
  const chosen = ways.filter((name) => values[name] !== undefined);
  if (chosen.length > 1) {
    throw new UsageError(`--${chosen[0]!} and --${chosen[1]!} do not go together.`);
  }
  const [way] = chosen;
  if (way === 'check') return { to: 'nowhere' };
  if (way === 'in-place') {
    if (inputs.includes('-')) throw new UsageError('Standard input cannot be replaced: use -o.');
    if (inputs.some(addressOf)) throw new UsageError('A file on the web cannot be replaced: use -o.');
    return { to: 'source' };
  }
  if (way === 'output') {
    if (values.output === '') throw new UsageError('Expected a name after -o.');
    return { to: 'path', path: STANDARD_OUTPUT.test(values.output!) ? '-' : values.output! };
  }
  if (way === undefined && inputs.length === 1 && inputs[0] === '-') return { to: 'path', path: '-' };
  const suffix = values.suffix ?? DEFAULT_SUFFIX;
  if (suffix === '' || /[/\\\0]/.test(suffix))
    throw new UsageError('Expected a text without slashes for --suffix.');
  if (inputs.includes('-')) throw new UsageError('The result of standard input needs a name: use -o.');
  return { to: 'beside', suffix };
}

function readJobOptions(values: CommandValues): JobOptions {
  if (values.lossless && values.preset !== undefined && values.preset !== 'lossless') {
    throw new UsageError(`--lossless and --preset ${String(values.preset)} do not go together.`);
  }
  const texts: CommandValues = values.lossless ? { ...values, preset: 'lossless' } : values;
  try {
    const names = Object.values(JOB_OPTION_FIELDS).map(({ name }) => name);
    return parseJobOptions(names.map((name) => [name, String(texts[commandNameOf(name)] ?? '')] as const));
  } catch (error) {
    if (!(error instanceof JobOptionError)) throw error;
    const { option, expected, message } = error;
    if (expected === undefined) throw new UsageError(message);
    const name = commandNameOf(option);
    throw new UsageError(`Expected ${expected} for --${name} but received ${String(values[name])}.`);
  }
}

function readLimits(values: CommandValues): EngineLimits {
  const memoryBytes = parseBytes(values['max-memory'] ?? DEFAULT_MEMORY);
  if (memoryBytes === null) throw unexpected('a size such as 800MB', 'max-memory', values['max-memory']!);
  const seconds = values.timeout ?? DEFAULT_TIMEOUT_SECONDS;
  if (!/^\d{1,6}(\.\d+)?$/.test(seconds) || Number(seconds) <= 0) {
    throw unexpected('seconds above zero', 'timeout', seconds);
  }
  const { jobs } = values;
  if (jobs !== undefined && !/^[1-9]\d{0,2}$/.test(jobs))
    throw unexpected('a number from 1 to 999', 'jobs', jobs);
  return {
    ...given('jobs', jobs === undefined ? undefined : Number(jobs)),
    cpuMs: Number(seconds) * 1000,
    memoryBytes,
  };
}

function readServer({ server, key }: CommandValues): CliRequest['server'] {
  if (server === undefined) {
    if (key !== undefined) throw new UsageError('--key goes with --server.');
    return undefined;
  }
  const url = URL.canParse(server) ? new URL(server) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw unexpected('an address such as https://featherpress.example', 'server', server);
  }
  return { url: url.origin, key: key ?? pickEnvironment(['FEATHERPRESS_KEY']).FEATHERPRESS_KEY };
}

function readPercent(text: string): number {
  const match = /^(\d{1,3}(?:\.\d+)?)\s*%?$/.exec(text);
  const percent = Number(match?.[1] ?? NaN);
  if (!(percent >= 0 && percent <= 100)) throw unexpected('a percentage such as 10%', 'max-saving', text);
  return percent / 100;
}

function readMessages({ quiet, verbose }: CommandValues): CliRequest['messages'] {
  if (quiet && verbose) throw new UsageError('--quiet and --verbose do not go together.');
  return quiet ? 'quiet' : verbose ? 'verbose' : 'normal';
}

function choice<T extends string>(name: string, choices: readonly T[], text: string): T {
  const found = choices.find((candidate) => candidate === text);
  if (found === undefined) {
    throw new UsageError(
      `Expected one of ${choices.join(', ')} for ${name} but received ${text || 'nothing'}.`,
    );
  }
  return found;
}

function unexpected(expected: string, option: string, received: string): UsageError {
  return new UsageError(`Expected ${expected} for --${option} but received ${received || 'nothing'}.`);
}

function given<K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: T };
}
