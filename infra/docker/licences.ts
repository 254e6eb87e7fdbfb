import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMAGE_ENTRIES, neededBy } from './needed-by-image.ts';

/** Programs that are shipped: of the images, of the command-line package, and what browsers load. */
const ENTRIES = [
  ...IMAGE_ENTRIES.worker,
  ...IMAGE_ENTRIES.function,
  'functions/all-in-one.ts',
  'functions/web.ts',
  'functions/manage-keys.ts',
  'functions/cli.ts',
  'workers/engine/codecs/wasm/assets.ts',
];
const OF_BROWSERS = 'app/**/*.{ts,tsx}';
/** Read by the build alone. */
const OF_THE_BUILD = ['app/routes.ts', 'app/content/mdx-options.ts'];
/** Of the style sheet, and fonts of which parts lie in app/fonts. */
const OF_STYLES = [
  'tailwindcss',
  '@fontsource-variable/bricolage-grotesque',
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
];

/** What may be shipped with the product; GPL and AGPL may not. Names are those of SPDX. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** As the package says, an expression of SPDX: `MIT`, `(MIT OR CC0-1.0)`. */
  readonly licence: string;
  /** Licences and notices that lie in the package, in the order of their names. */
  readonly texts: readonly string[];
}

export const MOZJPEG: ShippedPackage = {
  name: 'mozjpeg (jpeg-transcoder.wasm)',
  version: '4.1.1',
  licence: 'BSD-3-Clause',
  texts: [
    'This software is based in part on the work of the Independent JPEG Group.\nThe licences of libjpeg-turbo and mozjpeg (IJG, Modified BSD, zlib): https://github.com/mozilla/mozjpeg/blob/v4.1.1/LICENSE.md',
  ],
};

/** What every engine of a server has in its own code. */
export const IN_ENGINE: readonly ShippedPackage[] = [
  {
    name: 'libdeflate (libdeflate.ts)',
    version: '1.25',
    licence: 'MIT',
    texts: [readFileSync(join(import.meta.dirname, 'libdeflate-licence.txt'), 'utf8').trim()],
  },
  {
    name: 'libwebp (webp-decoder.ts)',
    version: '1.6.0',
    licence: 'BSD-3-Clause',
    texts: [readFileSync(join(import.meta.dirname, 'libwebp-licence.txt'), 'utf8').trim()],
  },
];

/** What this repository takes from the source of others: modules of infra/wasm-codecs, icons of app/components/ui. */
const builtHere = (root: string): readonly ShippedPackage[] => [
  MOZJPEG,
  ...IN_ENGINE,
  {
    name: 'Lucide (icons)',
    version: '1.75.0',
    licence: 'ISC',
    texts: [readFileSync(join(root, 'app/components/ui/lucide-licence.txt'), 'utf8').trim()],
  },
  {
    name: 'zlib (zlib-stream.wasm)',
    version: '1.2.13',
    licence: 'Zlib',
    texts: [
      'Copyright (C) 1995-2022 Jean-loup Gailly and Mark Adler. Licence: https://zlib.net/zlib_license.html',
    ],
  },
];

/** @param root the repository, its packages installed @returns all packages that are shipped in any form, by name */
export async function shippedPackages(root: string): Promise<ShippedPackage[]> {
  const browsers = globSync(OF_BROWSERS, { cwd: root, exclude: OF_THE_BUILD });
  const { packages } = await neededBy(root, [...ENTRIES, ...browsers], OF_STYLES);
  const found = [...packages].map((folder) => packageIn(join(root, folder)));
  return [...found, ...builtHere(root)].sort((a, b) => a.name.localeCompare(b.name));
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type: string };
  /** The form of old packages. */
  readonly licenses?: readonly { readonly type: string }[];
}

/** @param folder of an installed package */
export function packageIn(folder: string): ShippedPackage {
  const { name, version, license, licenses } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  const licence = typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type ?? '');
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice|third.?party)/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').replaceAll('\r\n', '\n').trim());
  return { name, version, licence, texts };
}

/** Whether one of the licences that a package leaves the choice of may be shipped, or all that hold together. */
export function isAllowed(licence: string): boolean {
  const options = licence.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return options.some((option) => option.split(' AND ').every((name) => ALLOWED.has(name)));
}

/** All licences as one text: each once, after the packages that it is of. */
export function licencesText(packages: readonly ShippedPackage[]): string {
  const ofText = new Map<string, string[]>();
  for (const { name, version, licence, texts } of packages)
    for (const text of texts.length > 0 ? texts : [`Licence: ${licence}`])
      ofText.set(text, [...(ofText.get(text) ?? []), `${name} ${version}`]);
  const sections = [...ofText].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`);
  const rule = `\n${'-'.repeat(78)}\n\n`;
  return `Featherpress contains work of others, under these licences.\n${rule}${sections.join(rule)}`;
}
