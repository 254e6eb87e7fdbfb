import { writeFile } from 'node:fs/promises';
import { API_TYPES, apiTypes } from './api-types.ts';
import { PACKAGE_TYPES, packageTypes, QUERY_TYPES, queryTypes } from './package-types.ts';

await writeFile(API_TYPES, await apiTypes());
await writeFile(PACKAGE_TYPES, await packageTypes());
await writeFile(QUERY_TYPES, await queryTypes());
