import { COMMAND_OPTIONS, COMMANDS, EXIT_STATUSES, OPTION_GROUPS } from './command-options.ts';
import { optionSyntax, REMARKS, SUMMARY } from './help.ts';

/**
 * The manual page, from the same table as --help.
 * @returns roff with the man macros. Source: man(7)
 */
export function manPage(version: string): string {
  return [
    `.TH FEATHERPRESS 1 "" "Featherpress ${version}" "User Commands"`,
    '.SH NAME',
    `featherpress \\- ${escaped(SUMMARY.charAt(0).toLowerCase() + SUMMARY.slice(1).replace(/\.$/, ''))}`,
    '.SH SYNOPSIS',
    '.B featherpress',
    escaped('INPUT... [-o OUTPUT | --suffix TEXT | --in-place] [options]'),
    ...Object.values(COMMANDS).flatMap(({ usage }) => ['.br', `.B featherpress`, escaped(usage)]),
    '.SH DESCRIPTION',
    escaped(SUMMARY),
    ...REMARKS.flatMap((remark) => ['.PP', escaped(remark)]),
    '.SH COMMANDS',
    ...Object.values(COMMANDS).flatMap(({ usage, text }) => ['.TP', `.B ${escaped(usage)}`, sentence(text)]),
    '.SH OPTIONS',
    ...OPTION_GROUPS.flatMap((group) => [`.SS ${group}`, ...optionEntries(group)]),
    '.SH EXIT STATUS',
    ...EXIT_STATUSES.flatMap(([status, text]) => ['.TP', `.B ${status}`, sentence(text)]),
    '',
  ].join('\n');
}

function optionEntries(group: (typeof OPTION_GROUPS)[number]): string[] {
  return Object.entries(COMMAND_OPTIONS)
    .filter(([, option]) => option.group === group)
    .flatMap(([name, option]) => [
      '.TP',
      `.B ${escaped(optionSyntax(name, option).trim())}`,
      sentence(option.text),
    ]);
}

function sentence(text: string): string {
  return escaped(`${text[0]!.toUpperCase()}${text.slice(1)}.`);
}

/** Dashes are minus signs that can be copied; a line may not begin with a control character. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
}
