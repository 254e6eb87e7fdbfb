import { format, resolveConfig } from 'prettier';
import { CHANGES, FEATURES, HINTS, SKIPS } from '#engine/index.ts';
import { JOB_OPTION_NOTES } from '#platform/contracts/api/job-option-notes.ts';
import { API_ERROR_NOTES } from '#platform/contracts/api/error-notes.ts';
import { API_OPERATION_LIST } from '#platform/contracts/api/operations.ts';
import { API_ERRORS, type ApiErrorCode } from '#platform/contracts/api-errors.ts';
import { DELIVERY_ERRORS } from '#platform/contracts/deliveries.ts';
import { JOB_OPTION_FIELDS, type JobOptionField } from '#platform/contracts/job-option-fields.ts';
import { withSamples } from './api-samples.ts';

export const API_PAGE = new URL('../../docs/api.md', import.meta.url);

type Row = readonly string[];

interface Section {
  /** Stands in the marks around it. */
  readonly name: string;
  readonly source: string;
  readonly tables: readonly { readonly title?: string; readonly head: Row; readonly rows: readonly Row[] }[];
}

const codes = (title: string, column: string, table: Readonly<Record<string, string>>) => ({
  title,
  head: [column, 'Text'],
  rows: Object.entries(table).map(([code, text]) => [`\`${code}\``, text]),
});

const OPTIONS = Object.entries<JobOptionField<unknown>>(JOB_OPTION_FIELDS);

/** The tables of docs/api.md that are made of what the code answers by. */
const SECTIONS: readonly Section[] = [
  {
    name: 'Calls',
    source: 'platform/contracts/api/operations.ts',
    tables: [
      {
        head: ['Call', 'Answer'],
        rows: API_OPERATION_LIST.map(({ method, path, answer }) => [`\`${method} ${path}\``, answer]),
      },
    ],
  },
  {
    name: 'Options',
    source: 'platform/contracts/job-option-fields.ts',
    tables: [
      {
        head: ['Option', 'Meaning', 'Value'],
        rows: OPTIONS.map(([key, { name, alias, expected }]) => [
          alias === undefined ? `\`${name}\`` : `\`${name}\` or \`${alias}\``,
          JOB_OPTION_NOTES[key as keyof typeof JOB_OPTION_NOTES].meaning,
          expected,
        ]),
      },
    ],
  },
  {
    name: 'Report codes',
    source: 'workers/engine/api/report/report-codes.ts',
    tables: [
      codes('`changes`: what was done', '`code`', CHANGES),
      codes('`skips`: what was left as it is, and why', '`code`', SKIPS),
      codes('`kept`: what the result still has', '`feature`', FEATURES),
      codes('`hints`: advice', '`code`', HINTS),
    ],
  },
  {
    name: 'Delivery errors',
    source: 'platform/contracts/deliveries.ts',
    tables: [
      {
        head: ['`error`', 'Text'],
        rows: Object.entries(DELIVERY_ERRORS).map(([code, text]) => [`\`${code}\``, text]),
      },
    ],
  },
  {
    name: 'Errors',
    source: 'platform/contracts/api-errors.ts',
    tables: [
      {
        head: ['Status', '`code`', 'Usual text', 'Cause', 'Remedy', 'Try again?'],
        rows: Object.entries(API_ERRORS).map(([code, { status, message, retryable }]) => [
          String(status),
          `\`${code}\``,
          message,
          API_ERROR_NOTES[code as ApiErrorCode].cause,
          API_ERROR_NOTES[code as ApiErrorCode].remedy,
          retryable ? 'yes' : 'no',
        ]),
      },
    ],
  },
];

/**
 * The page with its tables and samples as they are now, formatted as the rest of it.
 * @throws Error when the page has no place for one of them
 */
export async function withApiTables(page: string): Promise<string> {
  const whole = await withSamples(SECTIONS.reduce(withSection, page));
  return format(whole, { ...(await resolveConfig(API_PAGE)), parser: 'markdown' });
}

function withSection(page: string, { name, source, tables }: Section): string {
  const [first, last] = [
    `<!-- ${name}: written by "npm run docs" from ${source} -->`,
    `<!-- End of: ${name} -->`,
  ];
  const [start, end] = [page.indexOf(first), page.indexOf(last)];
  if (start < 0 || end < start) throw new Error(`Expected "${first}" and "${last}" in docs/api.md`);
  const written = tables.map(({ title, head, rows }) => {
    const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(escaped))];
    const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
    return title === undefined ? table : `#### ${title}\n\n${table}`;
  });
  return `${page.slice(0, start)}${first}\n\n${written.join('\n\n')}\n\n${page.slice(end)}`;
}

function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|');
}
