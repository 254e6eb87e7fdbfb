import { readFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
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
