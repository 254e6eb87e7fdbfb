import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILE_KINDS, INPUT_KINDS, listOfKinds, OUTPUT_KINDS } from '#engine/api/kinds.ts';
import { SUMMARY } from '#functions/cli/help.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { ROOT, writeProject } from '#tests/support/walls.ts';

/** Facts of an anymap, whose files begin with P and a digit. */
const factsOf = (kind: string, digit: number, more = ''): string => `
import { atStart, type FormatFacts } from '../../api/format-facts.ts';
export const ${kind} = {
  kind: '${kind}',
  group: 'picture',${more}
  mimeTypes: ['image/x-${kind}'],
  extensions: ['${kind}'],
  label: '${kind.toUpperCase()}',
  signatureAt: (head) => atStart(head, [0x50, 0x30 + ${digit}, 0x0a]),
  work: { smallFileMs: 700, perMegabyteMs: 100 },
  expectedSeconds: { perFile: 7, perMegabyte: 1 },
} as const satisfies FormatFacts;
`;

/** A picture format that is made smaller by dropping the comments of its header. */
const codeOf = (kind: string): string => `
import { concatBytes, latin1, latin1Bytes } from '../../base/bytes.ts';
import type { Raster } from '../../base/raster.ts';
import { outcome } from '../../api/report/findings.ts';
import type { PictureCompressor, PictureEncoder, PictureReader } from '../../picture-options.ts';
export { ${kind} as facts } from './facts.ts';
export const compress: PictureCompressor = async (source) =>
  outcome(latin1Bytes(latin1(source).replace(/^#.*\\n/m, '')), {});
export const read: PictureReader = async (source, { codecs }) => {
  const [header, width, height] = /^P6\\n(?:#.*\\n)?(\\d+) (\\d+)\\n255\\n/.exec(latin1(source))!;
  const size = { width: Number(width), height: Number(height) };
  const raster: Raster = { ...size, channels: 3, space: 'rgb', data: source.subarray(header.length) };
  const bytes = await codecs.image.encodePng(raster);
  return { ...size, bytes, orientation: 1, icc: null, exif: null, frameCount: 0, obstacle: null, losses: [] };
};
export const encode: PictureEncoder = async ({ raster: { width, height, data } }) =>
  outcome(concatBytes([latin1Bytes(\`P6\\n\${width} \${height}\\n255\\n\`), data]));
`;

/** Types that know the formats. */
const TYPES = `
import { KIND_INFO, type DocumentKind, type FileKind, type OutputKind, type PictureKind } from './api/kinds.ts';
import type { ImageInfo } from './codecs/ports/image-codec.ts';
export const kinds: readonly [FileKind, PictureKind, OutputKind, ImageInfo['format']] = ['ppm', 'ppm', 'ppm', 'ppm'];
export const kindsForPrograms: readonly [FileKind, PictureKind, OutputKind] = ['pgm', 'pgm', 'pgm'];
// @ts-expect-error It is a picture.
export const document: DocumentKind = 'ppm';
export const label: string = KIND_INFO.ppm.label;
`;

const SCRIPT = `
import { compress, detectKind, FILE_KINDS, INPUT_KINDS, isPictureKind, listOfKinds, OUTPUT_KINDS } from '#engine/index.ts';
import { kindOfExtension, kindsOfType } from '#engine/api/kinds.ts';
import { proportionateMs } from '#engine/budget/proportion.ts';
import { compressPicture } from '#engine/formats/compress-picture.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { expectedWorkSeconds } from '#platform/contracts/expected-work.ts';
import { ACCEPTED } from '#app/compressor/selection/selection.ts';
import { SUMMARY } from '#functions/cli/help.ts';
const bytesOf = (text) => new TextEncoder().encode(text);
const textOf = (bytes) => new TextDecoder().decode(bytes);
const file = bytesOf('P6\\n# a comment\\n1 1\\n255\\nabc');
const codecs = createNativeCodecs();
const { bytes, report } = await compress(file, { codecs });
const png = await compress(file, { codecs, format: 'png', preset: 'lossless' });
const back = await compress(png.bytes, { codecs, format: 'ppm' });
const smallest = await compress(png.bytes, { codecs, format: 'auto' });
const forPrograms = await compress(bytesOf('P5\\n# a comment\\n1 1\\n255\\na'), { codecs });
const refused = await compress(new Uint8Array(20), { codecs }).catch((error) => error.message);
console.log(JSON.stringify({
  kinds: [FILE_KINDS, INPUT_KINDS, OUTPUT_KINDS], isPicture: isPictureKind('ppm'),
  detected: detectKind(file), text: textOf(bytes), kind: report.kind,
  named: [kindOfExtension('a.ppm'), ...kindsOfType('image/x-ppm')],
  work: [proportionateMs(10, 'ppm'), expectedWorkSeconds('ppm', 0)],
  converted: [detectKind(png.bytes), textOf(back.bytes), textOf(smallest.bytes)],
  forPrograms: [forPrograms.report.kind, textOf(forPrograms.bytes), ACCEPTED.includes('pgm')],
  inDocument: (await compressPicture(file, {})).bytes.length, accepted: ACCEPTED.includes('image/x-ppm,.ppm'),
  texts: [refused, listOfKinds('and', 'picture'), SUMMARY],
}));
`;

/** The file of the script without its comment. */
const SMALLER = 'P6\n1 1\n255\nabc';

const COPIED = ['workers/engine', 'platform/contracts', 'app/compressor/selection', 'functions/cli'];
const folder = mkdtempSync(join(tmpdir(), 'featherpress-format-'));

/** Runs a program of the project in the folder. */
const run = async (...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(PROJECT_NODE, args, { cwd: folder })).stdout;

function edit(path: string, before: string, after: string): void {
  const text = readFileSync(join(folder, path), 'utf8');
  if (!text.includes(before)) throw new Error(`Expected ${path} to hold ${before}`);
  writeFileSync(join(folder, path), text.replace(before, after));
}

beforeAll(() => {
  for (const room of COPIED) cpSync(join(ROOT, room), join(folder, room), { recursive: true });
  writeProject(folder, {
    'workers/engine/formats/ppm/facts.ts': factsOf('ppm', 6),
    'workers/engine/formats/ppm/index.ts': codeOf('ppm'),
    'workers/engine/formats/pgm/facts.ts': factsOf('pgm', 5, '\n  isForPrograms: true,'),
    'workers/engine/formats/pgm/index.ts': codeOf('pgm'),
    'workers/engine/types.ts': TYPES,
    'script.ts': SCRIPT,
  });
  const lines = ['ppm', 'pgm'].map((kind) => `export { ${kind} } from './${kind}/facts.ts';\n`);
  edit('workers/engine/formats/registry.ts', 'export { png }', `${lines.join('')}export { png }`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Kinds of one of the lists that this project has not. */
function added(kinds: readonly string[], index: number): string[] {
  const before: readonly string[] = [FILE_KINDS, INPUT_KINDS, OUTPUT_KINDS][index]!;
  return kinds.filter((kind) => !before.includes(kind));
}

describe('a format that is added as one folder and one line', () => {
  it('is known to the types', async () => {
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'];
    const target = ['--target', 'es2023', '--module', 'nodenext', '--types', 'node'];
    const typescript = join(ROOT, 'node_modules/typescript/bin/tsc');
    const args = [typescript, ...options, ...target, 'workers/engine/types.ts'];
    expect(await run(...args).catch((error: { stdout: string }) => error.stdout)).toBe('');
  });

  it('is detected, dispatched, converted, counted, accepted and named in texts', async () => {
    const { kinds, texts, ...found } = JSON.parse(await run('script.ts'));
    expect(found).toEqual({
      isPicture: true,
      detected: 'ppm',
      text: SMALLER,
      kind: 'ppm',
      named: ['ppm', 'ppm'],
      work: [700, 7],
      converted: ['png', SMALLER, SMALLER],
      forPrograms: ['pgm', 'P5\n1 1\n255\na', false],
      inDocument: 14,
      accepted: true,
    });
    expect(kinds.map(added)).toEqual([['ppm'], ['ppm', 'pgm'], ['ppm', 'pgm']]);
    const named = (texts as string[]).filter((text) => text.includes(', PPM'));
    expect(named.map((text) => text.replace(', PPM', ''))).toEqual([
      `The file is not a ${listOfKinds('or')} file.`,
      listOfKinds('and', 'picture'),
      SUMMARY,
    ]);
  });
});
