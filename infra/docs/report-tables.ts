import { format, resolveConfig } from 'prettier';
import { CHANGES, FEATURES, HINTS, SKIPS } from '#engine/index.ts';

export const API_PAGE = new URL('../../docs/api.md', import.meta.url);

const START = '<!-- Report codes: written by "npm run docs" from workers/engine/report/report-codes.ts -->';
const END = '<!-- End of the report codes -->';

const TABLES = [
  { title: '`changes`: what was done', column: '`code`', codes: CHANGES },
  { title: '`skips`: what was left as it is, and why', column: '`code`', codes: SKIPS },
  { title: '`kept`: what the result still has', column: '`feature`', codes: FEATURES },
  { title: '`hints`: advice', column: '`code`', codes: HINTS },
] as const;

/**
 * The page with the tables of report codes as they are now, formatted as the rest of it.
 * @throws Error when the page has no place for them
 */
export async function withReportTables(page: string): Promise<string> {
  const [start, end] = [page.indexOf(START), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`Expected "${START}" and "${END}" in docs/api.md`);
  const tables = TABLES.map(({ title, column, codes }) =>
    [
      `#### ${title}\n`,
      `| ${column} | Text |`,
      '| --- | --- |',
      ...Object.entries(codes).map(([code, text]) => `| \`${code}\` | ${text.replaceAll('|', '\\|')} |`),
    ].join('\n'),
  );
  const whole = `${page.slice(0, start)}${START}\n\n${tables.join('\n\n')}\n\n${page.slice(end)}`;
  return format(whole, { ...(await resolveConfig(API_PAGE)), parser: 'markdown' });
}
