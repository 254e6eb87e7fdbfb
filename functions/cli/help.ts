import { listOfKinds } from '#engine/api/kinds.ts';
import {
  COMMAND_OPTIONS,
  COMMANDS,
  EXIT_STATUSES,
  OPTION_GROUPS,
  type CommandOption,
} from './command-options.ts';

export const SUMMARY = `Makes ${listOfKinds('and')} files smaller without harm.`;

export const REMARKS = [
  'Inputs are files, directories (with all below them), patterns such as "**/*.pdf", addresses on the web, and - for standard input. The type of a file is read from its content, not from its name. Below a directory only names of the five file types are taken.',
  'In the same format a result is never larger. Without -o, --suffix or --in-place it is written beside the source with -small before the extension. Below a directory given with -o the folders of an input directory are kept.',
];

const WIDTH = 110;

/** @returns the text of --help, lines of at most 110 characters */
export function helpText(): string {
  return [
    SUMMARY,
    '',
    'Usage: featherpress INPUT... [-o OUTPUT | --suffix TEXT | --in-place] [options]',
    ...Object.values(COMMANDS).map(({ usage }) => `       featherpress ${usage}`),
    '',
    ...OPTION_GROUPS.flatMap((group) => [`${group}:`, ...optionLines(group), '']),
    ...REMARKS.flatMap((remark) => wrapped(remark, '')),
    '',
    'Exit status:',
    ...EXIT_STATUSES.flatMap(([status, text]) => wrapped(`${String(status).padStart(3)}  ${text}`, '     ')),
    '',
  ].join('\n');
}

/** "-o, --output OUTPUT" */
export function optionSyntax(name: string, { short, value }: CommandOption): string {
  return `${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`;
}

function optionLines(group: CommandOption['group']): string[] {
  const options = Object.entries(COMMAND_OPTIONS).filter(([, option]) => option.group === group);
  return options.flatMap(([name, option]) => {
    const syntax = optionSyntax(name, option).padEnd(24);
    return wrapped(`  ${syntax}  ${option.text}`, ' '.repeat(28));
  });
}

/** Breaks between words; further lines begin with the indent. */
function wrapped(text: string, indent: string): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > WIDTH) {
    const at = rest.lastIndexOf(' ', WIDTH);
    lines.push(rest.slice(0, at));
    rest = indent + rest.slice(at + 1);
  }
  return [...lines, rest];
}
