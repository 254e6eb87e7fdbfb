import { formatBytes } from '#platform/contracts/byte-size.ts';
import type { CliRequest } from './arguments.ts';
import { exceedsSaving, missesTarget, type FileResult } from './file-result.ts';

/** One line for a file that ended; the lines below it say more where that is asked for. */
export function describeResult(result: FileResult, { messages, maxSaving }: CliRequest): string {
  if (result.status === 'failed') return `${result.file}: ${result.error.message}`;
  if (result.status === 'skipped') return `${result.file}: skipped, ${result.reason}`;
  const { report, file } = result;
  const lines = [`${file}: ${describeSizes(report)}`];
  if (missesTarget(result)) {
    lines.push(
      `${file}: the target of ${formatBytes(report.target!.bytes)} was missed; this is the smallest acceptable size`,
    );
  }
  if (maxSaving !== undefined && exceedsSaving(result, maxSaving)) {
    lines[0] += ': could be smaller';
  }
  return [...lines, ...(messages === 'verbose' ? details(report) : [])].join('\n');
}

type Reported = Extract<FileResult, { report: unknown }>['report'];

/** "1.46 MB → 512.00 KB (-66 %)" */
export function describeSizes({ sourceBytes, outputBytes, savingsRatio }: Reported): string {
  const percent = Math.round(savingsRatio * 100);
  const sign = percent === 0 ? '' : percent < 0 ? '+' : '-';
  return `${formatBytes(sourceBytes)} → ${formatBytes(outputBytes)} (${sign}${Math.abs(percent)} %)`;
}

function details({ changes, kept, skips, hints, score }: Reported): string[] {
  return [
    ...(score === null ? [] : [`  visual score ${score.toFixed(1)} of 100`]),
    ...changes.map(({ detail, count }) => `  changed: ${detail}${times(count)}`),
    ...kept.map(({ detail, count }) => `  kept: ${detail}${times(count)}`),
    ...skips.map(({ detail, count }) => `  not changed: ${detail}${times(count)}`),
    ...hints.map(({ detail }) => `  hint: ${detail}`),
  ];
}

function times(count: number | undefined): string {
  return count === undefined || count === 1 ? '' : ` (${count} times)`;
}

/** The table at the end of a run over several files. */
export function summaryTable(results: readonly FileResult[]): string {
  const done = results.filter((result) => 'report' in result);
  const count = (status: FileResult['status']): number =>
    results.filter((result) => result.status === status).length;
  const before = done.reduce((sum, { report }) => sum + report.sourceBytes, 0);
  const after = done.reduce((sum, { report }) => sum + report.outputBytes, 0);
  const share = before === 0 ? 0 : Math.round((1 - after / before) * 100);
  const missed = done.filter(missesTarget).length;
  const rows: (readonly [string, string])[] = [
    ['Files', String(results.length)],
    ['Before', formatBytes(before)],
    ['After', formatBytes(after)],
    ['Saved', `${formatBytes(before - after)} (${share} %)`],
    ['Smaller', String(count('smaller'))],
    ...(count('converted') > 0 ? [['Converted', String(count('converted'))] as const] : []),
    ['Unchanged', String(count('unchanged'))],
    ['Skipped', String(count('skipped'))],
    ['Failed', String(count('failed'))],
    ...(missed > 0 ? [['Target missed', String(missed)] as const] : []),
  ];
  const name = Math.max(...rows.map(([label]) => label.length));
  const value = Math.max(...rows.map(([, text]) => text.length));
  return `\n${rows.map(([label, text]) => `${label.padEnd(name)}  ${text.padStart(value)}`).join('\n')}\n`;
}
