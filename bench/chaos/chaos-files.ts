import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compress } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { picture } from '../sample-pictures.ts';
import { writeSamples } from '../samples.ts';

/** A file to send, with what must come back. */
export interface ChaosFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the result as the engine alone makes it; null for a file that must be refused. */
  readonly expected: string | null;
}

/** Small good files of every kind, and bad ones. */
export async function makeChaosFiles(): Promise<{ good: ChaosFile[]; bad: ChaosFile[] }> {
  const codecs = createNativeCodecs();
  const good = async (name: string, type: string, bytes: Uint8Array): Promise<ChaosFile> => ({
    name,
    type,
    bytes: Uint8Array.from(bytes),
    expected: digestOf((await compress(bytes, { codecs })).bytes),
  });
  const photo = await picture('jpeg', 48, 36);
  const documents = await sampleDocuments();
  return {
    good: await Promise.all([
      good('photo.jpg', 'image/jpeg', photo),
      good('graphic.png', 'image/png', await picture('png', 16, 12, 2)),
      good('drawing.webp', 'image/webp', await picture('webp', 48, 36, 3)),
      ...documents.map(({ name, type, bytes }) => good(name, type, bytes)),
    ]),
    bad: [
      { name: 'cut.jpg', type: 'image/jpeg', bytes: photo.slice(0, 400), expected: null },
      {
        name: 'noise.png',
        type: 'image/png',
        bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...Array(600).keys()]),
        expected: null,
      },
      {
        name: 'cut.pdf',
        type: 'application/pdf',
        bytes: new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<< /Type /Catalog'),
        expected: null,
      },
    ],
  };
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const DOCUMENTS = [
  { name: 'letter.pdf', type: 'application/pdf' },
  {
    name: 'talk.pptx',
    type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
] as const;

async function sampleDocuments(): Promise<{ name: string; type: string; bytes: Uint8Array }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-samples-'));
  try {
    await writeSamples(folder, { photo: { width: 64, height: 48 } });
    return await Promise.all(
      DOCUMENTS.map(async (each) => ({ ...each, bytes: await readFile(join(folder, each.name)) })),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
