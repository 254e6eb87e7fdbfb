import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { ROOT, writeProject } from '#tests/support/walls.ts';

/** A picture format that is made smaller by dropping the comments of its header. */
const FACTS = `
import { atStart, type FormatFacts } from '../../api/format-facts.ts';
export const pnm = {
  kind: 'pnm',
  group: 'picture',
  mimeTypes: ['image/x-portable-pixmap'],
  extensions: ['ppm'],
  label: 'PPM',
  signatureAt: (head) => atStart(head, [0x50, 0x36, 0x0a]),
  work: { smallFileMs: 700, perMegabyteMs: 100 },
  expectedSeconds: { perFile: 7, perMegabyte: 1 },
} as const satisfies FormatFacts;
`;

const FORMAT = `
import { latin1, latin1Bytes } from '../../base/bytes.ts';
import { outcome } from '../../api/report/findings.ts';
import type { PictureCompressor } from '../../picture-options.ts';
export { pnm as facts } from './facts.ts';
export const compress: PictureCompressor = async (source) =>
  outcome(latin1Bytes(latin1(source).replace(/^#.*\\n/m, '')), {});
`;

/** Types that know the format. */
const TYPES = `
import { KIND_INFO, type DocumentKind, type FileKind, type PictureKind } from './api/kinds.ts';
import type { ImageInfo } from './codecs/ports/image-codec.ts';
export const kinds: readonly [FileKind, PictureKind, ImageInfo['format']] = ['pnm', 'pnm', 'pnm'];
// @ts-expect-error It is a picture.
export const document: DocumentKind = 'pnm';
export const label: string = KIND_INFO.pnm.label;
`;

const SCRIPT = `
import { compress, detectKind, FILE_KINDS, isPictureKind, listOfKinds } from '#engine/index.ts';
import { kindOfExtension, kindsOfType } from '#engine/api/kinds.ts';
import { proportionateMs } from '#engine/budget/proportion.ts';
import { compressPicture } from '#engine/formats/compress-picture.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { expectedWorkSeconds } from '#platform/contracts/expected-work.ts';
import { ACCEPTED } from '#app/compressor/selection/selection.ts';
import { SUMMARY } from '#functions/cli/help.ts';
const file = new TextEncoder().encode('P6\\n# a comment\\n1 1\\n255\\nabc');
const codecs = createNativeCodecs();
const { bytes, report } = await compress(file, { codecs });
const refused = await compress(new Uint8Array(20), { codecs }).catch((error) => error.message);
console.log(JSON.stringify({
  kinds: FILE_KINDS, isPicture: isPictureKind('pnm'), detected: detectKind(file), text: new TextDecoder().decode(bytes),
  kind: report.kind, named: [kindOfExtension('a.ppm'), ...kindsOfType('image/x-portable-pixmap')],
  work: [proportionateMs(10, 'pnm'), expectedWorkSeconds('pnm', 0)],
  inDocument: (await compressPicture(file, {})).bytes.length, accepted: ACCEPTED.includes('image/x-portable-pixmap,.ppm'),
  texts: [refused, listOfKinds('and', 'picture'), SUMMARY],
}));
`;

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
    'workers/engine/formats/pnm/facts.ts': FACTS,
    'workers/engine/formats/pnm/index.ts': FORMAT,
    'workers/engine/types.ts': TYPES,
    'script.ts': SCRIPT,
  });
  const registry = 'workers/engine/formats/registry.ts';
  edit(registry, 'export { png }', "export { pnm } from './pnm/facts.ts';\nexport { png }");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a format that is added as one folder and one line', () => {
  it('is known to the types', async () => {
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'];
    const target = ['--target', 'es2023', '--module', 'nodenext', '--types', 'node'];
    const typescript = join(ROOT, 'node_modules/typescript/bin/tsc');
    const args = [typescript, ...options, ...target, 'workers/engine/types.ts'];
    expect(await run(...args).catch((error: { stdout: string }) => error.stdout)).toBe('');
  });

  it('is detected, dispatched, counted, accepted and named in texts', async () => {
    expect(JSON.parse(await run('script.ts'))).toEqual({
      kinds: ['jpeg', 'png', 'pnm', 'webp', 'pdf', 'pptx'],
      isPicture: true,
      detected: 'pnm',
      text: 'P6\n1 1\n255\nabc',
      kind: 'pnm',
      named: ['pnm', 'pnm'],
      work: [700, 7],
      inDocument: 14,
      accepted: true,
      texts: [
        'The file is not a JPEG, PNG, PPM, WebP, PDF or PPTX file.',
        'JPEG, PNG, PPM and WebP',
        'Makes JPEG, PNG, PPM, WebP, PDF and PPTX files smaller without harm.',
      ],
    });
  });
});
