import { PICTURE_KINDS } from '#engine/api/kinds.ts';
import { OUTPUT_FORMATS, type JobOptions } from '#engine/api/options.ts';
import { ACCEPTABLE_SCORE, DEFAULT_PRESET, HIGHEST_ASKED_SCORE, PRESETS } from '#engine/api/presets.ts';
import { SCANS } from '#engine/api/scans.ts';
import { JOB_OPTION_FIELDS } from '#platform/contracts/job-option-fields.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';

/** One option of the command line: the source of the parser, of --help, of the manual page and of completions. */
export interface CommandOption {
  /** One letter, after one dash. */
  readonly short?: string;
  /** What follows, as it is called in the help; absent for a switch. */
  readonly value?: string;
  /** All values that there are, for completions. */
  readonly choices?: readonly string[];
  readonly group: OptionGroup;
  /** What it does, in one sentence without a full stop. */
  readonly text: string;
}

export const OPTION_GROUPS = ['Output', 'Compression', 'Checks', 'Work', 'Messages'] as const;
type OptionGroup = (typeof OPTION_GROUPS)[number];

/** How the options of a job are called here. An option that is missing does not compile. */
const JOB_OPTION_TEXTS: { readonly [K in keyof Required<JobOptions>]: Omit<CommandOption, 'group'> } = {
  preset: {
    value: 'PRESET',
    choices: PRESETS,
    text: `how far to go: ${PRESETS.join(', ')} [${DEFAULT_PRESET}]`,
  },
  targetBytes: {
    value: 'SIZE',
    text: 'size to reach, e.g. 20MB, 500KB or 123456 (bytes); 1 KB is 1024 bytes',
  },
  keep: {
    value: 'LIST',
    text: 'descriptions of images that stay: none, all, or some of copyright,date,location,camera [copyright,date]',
  },
  format: {
    value: 'FORMAT',
    choices: OUTPUT_FORMATS,
    text: `format of results of images: ${OUTPUT_FORMATS.join(', ')}; auto is the smallest [same]`,
  },
  accept: {
    value: 'LIST',
    text: `what --format auto may choose from, e.g. avif,webp,jpeg [${PICTURE_KINDS.join(',')}]`,
  },
  maxWidth: { value: 'PIXELS', text: 'scale wider images down to this width' },
  maxHeight: { value: 'PIXELS', text: 'scale higher images down to this height' },
  maxSide: { value: 'PIXELS', text: 'scale images down whose longer side is longer' },
  widths: {
    value: 'LIST',
    text: 'make a set of each image, e.g. 480,960,1440 pixels wide, with the HTML to paste',
  },
  formats: { value: 'LIST', text: 'formats of a set, e.g. avif,webp,jpeg [that of the image, and webp]' },
  background: {
    value: 'COLOUR',
    text: 'colour such as #ffffff behind transparent images that become JPEGs',
  },
  score: {
    value: 'NUMBER',
    text: `lowest visual score in place of that of the preset, ${ACCEPTABLE_SCORE} to ${HIGHEST_ASKED_SCORE}`,
  },
  scans: {
    value: 'WAY',
    choices: SCANS,
    text: 'scanned pages of PDFs: keep, or layers of sharp letters over smoothed paper [keep]',
  },
};

/** How an option of a job is written here: "max-width" for `maxWidth`. */
export function commandNameOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const JOB_OPTIONS: Readonly<Record<string, CommandOption>> = Object.fromEntries(
  Object.entries(JOB_OPTION_TEXTS).map(([key, option]) => [
    commandNameOf(JOB_OPTION_FIELDS[key as keyof JobOptions].name),
    { ...option, group: 'Compression' as const },
  ]),
);

const OWN_OPTIONS = {
  output: {
    short: 'o',
    value: 'OUTPUT',
    group: 'Output',
    text: 'file to write, directory for an input directory, OUTPUT/ for several inputs, or - for standard output',
  },
  suffix: {
    value: 'TEXT',
    group: 'Output',
    text: 'write each result beside its source, with this before the extension [-small]',
  },
  'in-place': {
    short: 'i',
    group: 'Output',
    text: 'replace each file by its result where that is smaller; a result of another format is written beside it',
  },
  replace: { group: 'Output', text: 'with --in-place: delete originals whose results have another format' },
  overwrite: {
    value: 'RULE',
    choices: ['always', 'smaller', 'never'],
    group: 'Output',
    text: 'what to do with an output that is there already: always, smaller (only by a smaller result) or never [always]',
  },
  'no-preserve': {
    group: 'Output',
    text: 'give results the mode and date of new files, not those of the source',
  },
  originals: {
    value: 'DIRECTORY',
    group: 'Output',
    text: 'with watch: move each finished source there',
  },
  'files-from': {
    value: 'FILE',
    group: 'Output',
    text: 'read further inputs from FILE or - (standard input), one a line or separated by NUL',
  },
  lossless: { group: 'Compression', text: 'the same as --preset lossless' },
  'dry-run': {
    short: 'n',
    group: 'Checks',
    text: 'compress and report as with the other options, but write no result',
  },
  check: {
    group: 'Checks',
    text: 'write nothing and end with 1 when a file could be smaller by more than --max-saving',
  },
  'max-saving': { value: 'PERCENT', group: 'Checks', text: 'saving that --check accepts [0%]' },
  reporter: {
    value: 'FORMAT',
    choices: ['text', 'github', 'junit'],
    group: 'Checks',
    text: 'how --check writes its findings: text, github (annotations) or junit (XML) [text]',
  },
  jobs: {
    short: 'j',
    value: 'NUMBER',
    group: 'Work',
    text: 'engines at once, for files and for images of a deck [one a core, as far as memory allows]',
  },
  timeout: {
    value: 'SECONDS',
    group: 'Work',
    text: `CPU time for one file [${OPERATING_LIMITS.engineCpuSeconds}]`,
  },
  'max-memory': { value: 'SIZE', group: 'Work', text: 'memory for one file [1500MB]' },
  server: {
    value: 'URL',
    group: 'Work',
    text: 'let an installation of Featherpress compress the files; they are sent there',
  },
  key: { value: 'KEY', group: 'Work', text: 'key for --server; better in the variable FEATHERPRESS_KEY' },
  cache: { group: 'Work', text: 'remember finished files by their content and skip them next time' },
  'cache-dir': {
    value: 'DIRECTORY',
    group: 'Work',
    text: 'where --cache remembers [the cache folder of the system]',
  },
  report: {
    value: 'FILE',
    group: 'Messages',
    text: 'write what was done as JSON; a list when there are several inputs',
  },
  json: { group: 'Messages', text: 'write one line of JSON a file to standard output' },
  quiet: { short: 'q', group: 'Messages', text: 'print errors only' },
  verbose: { short: 'v', group: 'Messages', text: 'print what was changed, kept and not changed, and why' },
  version: { group: 'Messages', text: 'print the version' },
  help: { short: 'h', group: 'Messages', text: 'this text' },
} as const satisfies Readonly<Record<string, CommandOption>>;

export const COMMAND_OPTIONS: Readonly<Record<string, CommandOption>> = { ...JOB_OPTIONS, ...OWN_OPTIONS };

type OwnOptions = typeof OWN_OPTIONS;
/** Values as parsed: text for an option with a value, true for a switch that was given. */
export type CommandValues = {
  readonly [K in keyof OwnOptions]?: OwnOptions[K] extends { value: string } ? string : boolean;
} & Readonly<Record<string, string | boolean | undefined>>;

/** Other things that the command does, by its first word. */
export const COMMANDS = {
  watch: { usage: 'watch INPUT -o OUTPUT', text: 'compress what arrives in a directory until it is stopped' },
  menu: { usage: 'menu install|remove', text: 'offer "Make smaller" in the menus of file managers' },
  completion: { usage: 'completion bash|zsh|fish', text: 'print completions for a shell' },
  man: { usage: 'man', text: 'print the manual page' },
} as const;

export const EXIT_STATUSES = [
  [0, 'all went well'],
  [1, '--check found a file that could be smaller'],
  [2, 'bad usage'],
  [3, 'a file could not be compressed or written; the reason is on standard error'],
  [4, 'a file is larger than its target size'],
  [130, 'interrupted'],
] as const;
