import { readFile, writeFile } from 'node:fs/promises';
import { API_PAGE, withReportTables } from './report-tables.ts';

await writeFile(API_PAGE, await withReportTables(await readFile(API_PAGE, 'utf8')));
