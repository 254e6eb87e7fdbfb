import { readFile, writeFile } from 'node:fs/promises';
import { API_PAGE, withApiTables } from './api-tables.ts';

await writeFile(API_PAGE, await withApiTables(await readFile(API_PAGE, 'utf8')));
