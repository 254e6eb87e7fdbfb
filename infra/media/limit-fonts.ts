/**
 * Writes the fonts of the site into `app/fonts`: those of Fontsource with the weights and features that our styles ask
 * for and nothing else, because every page waits for their bytes. All characters of the Latin files stay.
 *
 *   node infra/media/limit-fonts.ts
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

/** What shapes words in any font: composition, marks, kerning, ligatures, contextual and local forms. */
const ORDINARY = ['ccmp', 'locl', 'mark', 'mkmk', 'kern', 'liga', 'calt'];

const FONTS = {
  'inter.woff2': {
    source: 'inter/files/inter-latin-wght-normal.woff2',
    weights: { min: 400, max: 700 },
    features: [...ORDINARY, 'tnum', 'cv11'],
  },
  // Headlines and large figures have one weight.
  'bricolage-grotesque.woff2': {
    source: 'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    weights: 650,
    features: [...ORDINARY, 'tnum'],
  },
  'jetbrains-mono.woff2': {
    source: 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    weights: { min: 400, max: 700 },
    features: ORDINARY,
  },
} as const;

export type FontFile = keyof typeof FONTS;
export const FONT_FILES = Object.keys(FONTS) as FontFile[];

/** One font as WOFF2; the same bytes on every machine. */
export async function limitFont(file: FontFile): Promise<Buffer> {
  const { source, weights, features } = FONTS[file];
  const whole = await readFile(new URL(`../../node_modules/@fontsource-variable/${source}`, import.meta.url));
  return subsetFont(whole, await latin(), {
    targetFormat: 'woff2',
    keepFeatures: [...features],
    variationAxes: { wght: weights },
    // Whose font it is and under which licence: the fields that say so travel with it.
    preserveNameIds: [0, 13, 14],
  });
}

/** Every character of Fontsource's Latin files. */
async function latin(): Promise<string> {
  const ranges = new URL('../../node_modules/@fontsource-variable/inter/unicode.json', import.meta.url);
  const text = (JSON.parse(await readFile(ranges, 'utf8')) as { latin: string }).latin;
  return text
    .split(',')
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .replace('U+', '')
        .split('-')
        .map((digits) => Number.parseInt(digits, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}

if (import.meta.main) {
  const folder = new URL('../../app/fonts/', import.meta.url);
  await mkdir(folder, { recursive: true });
  for (const file of FONT_FILES) {
    const bytes = await limitFont(file);
    await writeFile(new URL(file, folder), bytes);
    process.stdout.write(`${file} ${bytes.length} bytes\n`);
  }
}
