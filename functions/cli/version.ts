import { existsSync, readFileSync } from 'node:fs';

/** The version of the package that holds this file. */
export function version(): string {
  for (let folder = new URL('./', import.meta.url); ; folder = new URL('../', folder)) {
    const file = new URL('package.json', folder);
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    if (folder.pathname === '/') return '0.0.0';
  }
}
