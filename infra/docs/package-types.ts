import { readFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { OUTPUT_FORMATS } from '#engine/api/options.ts';
import { INPUT_KINDS } from '#engine/index.ts';

export const PACKAGE_TYPES = new URL('../../functions/cli/package/index.d.ts', import.meta.url);

const KINDS = /export type FileKind =[^;]*;/;

/** The types of the package with the kinds of the list of formats. */
export async function packageTypes(): Promise<string> {
  const kinds = INPUT_KINDS.map((kind) => `'${kind}'`).join(' | ');
  const types = await readFile(PACKAGE_TYPES, 'utf8');
  const written = types.replace(KINDS, `export type FileKind = ${kinds};`);
  return format(written, { ...(await resolveConfig(PACKAGE_TYPES)), parser: 'typescript' });
}

export const QUERY_TYPES = new URL('../../functions/cli/package/queries.d.ts', import.meta.url);

/** What an import with a query gives, for each format that a query can end with. */
export async function queryTypes(): Promise<string> {
  const types = await readFile(QUERY_TYPES, 'utf8');
  const comment = types.slice(0, types.indexOf('declare module'));
  const modules = OUTPUT_FORMATS.map(
    (each) => `declare module '*format=${each}' { const address: string; export default address; }\n`,
  );
  const written = comment + modules.join('');
  return format(written, { ...(await resolveConfig(QUERY_TYPES)), parser: 'typescript' });
}
