/** A line of `--json`, as far as it is read here. */
export interface FoundFile {
  readonly file: string;
  readonly status: 'smaller' | 'unchanged' | 'skipped' | 'failed';
  readonly sourceBytes?: number;
  readonly outputBytes?: number;
  /** 0 to 1. */
  readonly savingsRatio?: number;
  readonly error?: { readonly message: string };
}

/** A pull request has room for so many lines; the rest is counted. */
const MOST_ROWS = 50;

/** What was found, for people, in Markdown. @param isDone whether the files are smaller now */
export function tableOf(told: readonly FoundFile[], found: readonly FoundFile[], isDone: boolean): string {
  const failed = found.filter(({ status }) => status === 'failed').length;
  const broken = failed === 0 ? '' : `\n\nCould not be read: ${failed}.`;
  if (told.length === 0) return `All files are small (${found.length}).${broken}\n`;
  const sum = (of: (file: FoundFile) => number | undefined) =>
    told.reduce((all, file) => all + (of(file) ?? 0), 0);
  const total = row(
    '**Together**',
    sum((file) => file.sourceBytes),
    sum((file) => file.outputBytes),
  );
  const sorted = [...told].sort((one, other) => saved(other) - saved(one));
  const rows = sorted
    .slice(0, MOST_ROWS)
    .map((file) => row(cell(file.file), file.sourceBytes!, file.outputBytes!));
  const rest = told.length > MOST_ROWS ? [`| and ${told.length - MOST_ROWS} more | | | |`] : [];
  const title = `${told.length === 1 ? '1 file' : `${told.length} files`} ${isDone ? 'made smaller' : 'could be smaller'}`;
  const head = ['| File | Before | After | Saved |', '| --- | ---: | ---: | ---: |'];
  return `### ${title}\n\n${[...head, ...rows, ...rest, total].join('\n')}${broken}\n`;
}

function saved({ sourceBytes = 0, outputBytes = 0 }: FoundFile): number {
  return sourceBytes - outputBytes;
}

function row(name: string, before: number, after: number): string {
  return `| ${name} | ${kb(before)} | ${kb(after)} | ${kb(before - after)} (${Math.round((1 - after / before) * 100)} %) |`;
}

/** 1 KB is 1024 bytes, as the command has it. */
function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

/** A name of a file is a text: it opens no link and ends no cell. */
function cell(name: string): string {
  return name.replace(/[\\`*_[\]<>|@#!&]/g, (each) => `&#${each.charCodeAt(0)};`).replace(/\s/g, ' ');
}
