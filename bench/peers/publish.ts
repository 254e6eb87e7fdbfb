import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { KIND_INFO } from '#engine/index.ts';
import { drawChart } from './draw-chart.ts';
import type { FileResult, KindResult, Summary } from './results.ts';

const DATA = new URL('../../app/content/benchmarks.json', import.meta.url);
const ROWS = new URL('../../docs/benchmarks.tsv', import.meta.url);
const PICTURE = new URL('../../docs/benchmarks.svg', import.meta.url);
const PAGE = new URL('../../docs/benchmarks.md', import.meta.url);
/** Less is no difference that anyone would notice. */
const LOSS = 1.005;
/** Between these lines of the page stand the figures. */
const MARKS = ['<!-- figures -->', '<!-- end of figures -->'] as const;

/** Writes the figures where the site's page and docs/benchmarks.md read them, all rows into docs/benchmarks.tsv. */
export async function publish(summary: Summary): Promise<void> {
  const { kinds, files } = summary;
  const lost = files.filter(({ ratio }) => ratio > LOSS);
  const measured = new Date().toISOString().slice(0, 10);
  const data = { measured, kinds: kinds.map(roundedKind), lost: lost.map(lossOf) };
  await writeFile(DATA, await pretty(JSON.stringify(data), 'json'));
  await writeFile(ROWS, tsvOf(files));
  await writeFile(PICTURE, drawChart(kinds));
  const text = await readFile(PAGE, 'utf8');
  const [before, rest = ''] = text.split(MARKS[0]);
  const after = rest.split(MARKS[1])[1];
  if (after === undefined) throw new Error(`Expected ${MARKS.join(' and ')} in docs/benchmarks.md`);
  const picture = '![What each program leaves of the files, by kind](benchmarks.svg)';
  const parts = [`Measured on ${measured}.`, picture, ...kinds.map(kindTable), lossTable(lost, files.length)];
  const figures = parts.join('\n\n');
  await writeFile(
    PAGE,
    await pretty(`${before}${MARKS[0]}\n\n${figures}\n\n${MARKS[1]}${after}`, 'markdown'),
  );
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

const roundedKind = ({ ratio, programs, ...kind }: KindResult) => ({
  ...kind,
  label: KIND_INFO[kind.kind].label,
  ratio: round(ratio, 3),
  programs: programs.map(({ name, bytes, share, harmed, cpuSeconds }) => ({
    ...{ name, bytes, share: round(share, 4), harmed },
    cpuSeconds: round(cpuSeconds, 1),
  })),
});

const lossOf = ({ file, sourceBytes, oursBytes, bestBytes, bestRival }: FileResult) => ({
  ...{ file, sourceBytes, oursBytes, bestBytes, bestRival },
});

function tsvOf(files: readonly FileResult[]): string {
  const title = ['file', 'kind', 'source', 'ours', 'quality', 'best other', 'by', 'ratio', 'note'];
  const rows = files.map((row) => [
    ...[row.file, row.kind, row.sourceBytes, row.oursBytes, row.quality?.toFixed(1) ?? '-', row.bestBytes],
    ...[row.bestRival ?? '-', row.ratio.toFixed(3), row.losses.join(', ')],
  ]);
  return [title, ...rows].map((cells) => `${cells.join('\t')}\n`).join('');
}

async function pretty(text: string, parser: 'json' | 'markdown'): Promise<string> {
  return format(text, { ...(await resolveConfig(PAGE)), parser });
}

function kindTable({ kind, files, ratio, programs }: KindResult): string {
  const rows = programs.map(
    ({ name, bytes, share, harmed, ...spent }) =>
      `| ${name} | ${bytes.toLocaleString('en')} | ${(100 * share).toFixed(1)} % | ${harmed} | ${spent.cpuSeconds.toFixed(1)} | ${spent.workSeconds.toFixed(1)} | ${spent.seconds.toFixed(1)} |`,
  );
  return [
    `### ${KIND_INFO[kind].label}: ${files} files, ${ratio.toFixed(2)} of the best other program`,
    '',
    '| Program | Bytes | Of the source | Failed or harmed | CPU s | Without starts | Clock s |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

function lossTable(lost: readonly FileResult[], total: number): string {
  const rows = lost.map(
    (row) =>
      `| ${row.file} | ${row.sourceBytes.toLocaleString('en')} | ${row.oursBytes.toLocaleString('en')} | ${row.bestBytes.toLocaleString('en')} | ${row.bestRival ?? '-'} | ${row.ratio.toFixed(2)} | ${row.losses.join(', ')} |`,
  );
  return [
    `### Where we lose: ${lost.length} of ${total} files`,
    '',
    '| File | Source | Ours | Best other | By | Ratio | Note |',
    '| --- | ---: | ---: | ---: | --- | ---: | --- |',
    ...rows,
  ].join('\n');
}
