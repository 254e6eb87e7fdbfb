import { writeFile } from 'node:fs/promises';
import { API_TYPES, apiTypes } from './api-types.ts';
import { PACKAGE_TYPES, packageTypes } from './package-types.ts';

await writeFile(API_TYPES, await apiTypes());
await writeFile(PACKAGE_TYPES, await packageTypes());
