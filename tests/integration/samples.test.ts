import { rm } from 'node:fs/promises';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detectKind } from '#engine/index.ts';
import { boxFontPdf } from '#tests/fixtures/pdf/font-documents.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import {
  LANGUAGES,
  prepareSamples,
  sampleFolders,
  samplesOf,
  type SamplePrograms,
  type SampleRun,
} from '#tests/support/sample-programs.ts';
import { picture } from '../../bench/sample-pictures.ts';

/** Every program of docs/samples, as the page and docs/api.md show them, run by its own interpreter. */

let server: RunningServer;
let samples: SamplePrograms & { folder: string };
let given: Record<string, Uint8Array>;
let env: Record<string, string>;

beforeAll(async () => {
  const [running, photo, cover] = await Promise.all([
    startWebServer({}, { worker: true }),
    jpegFile(160, 120),
    picture('png', 48, 32),
  ]);
  server = running;
  given = { 'photo.jpg': photo, 'cover.png': cover, 'report.pdf': boxFontPdf('composite', 'AB') };
  env = { FEATHERPRESS_TOKEN: await signIn(server.url) };
  samples = await prepareSamples(server.url);
});
afterAll(async () => {
  await server.close();
  await rm(samples.folder, { recursive: true, force: true });
});

/** What a sample must have done. */
const OUTCOMES: Readonly<Record<string, (run: SampleRun) => Promise<void> | void>> = {
  compress: photoIsSmaller,
  raw: photoIsSmaller,
  options: photoIsSmaller,
  retry: photoIsSmaller,
  job: photoIsSmaller,
  async set({ files }) {
    const { files: set } = await JSZip.loadAsync(files['photo.zip']!);
    expect(Object.keys(set)).toEqual(['photo-160.jpg', 'photo-160.webp', 'photo-set.json', 'photo-set.html']);
  },
  async batch({ files }) {
    const zip = await JSZip.loadAsync(files['small.zip']!);
    // After twenty seconds they come in the order in which they finish.
    expect(Object.keys(zip.files).sort()).toEqual([
      'featherpress-report.json',
      'featherpress_cover.png',
      'featherpress_photo.jpg',
      'featherpress_report.pdf',
    ]);
  },
  'sign-in': ({ stdout }) => expect(stdout).toMatch(/[\w-]+\.[\w-]+\.[\w-]+/),
  profile: ({ stdout }) => expect(stdout).toContain('ada@example.org'),
  async share({ stdout }) {
    const url = /http:\/\/[^\s"]+\/s\/[\w-]+/.exec(stdout)?.[0] ?? '';
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await answer.arrayBuffer();
  },
};

/** Those that take a file and leave one. */
/** A demo account's, which is good once. */
async function newCredential(): Promise<string> {
  const answer = await fetch(`${server.url}/dev/identity`, {
    method: 'POST',
    body: JSON.stringify({ email: 'ada@example.org', name: 'Ada' }),
    headers: { 'Content-Type': 'application/json' },
  });
  return ((await answer.json()) as { credential: string }).credential;
}

const WITH_FILE = ['compress', 'raw', 'options', 'retry', 'job', 'batch', 'set'];

function photoIsSmaller({ files }: SampleRun): void {
  const small = files['photo-small.jpg']!;
  expect(detectKind(small)).toBe('jpeg');
  expect(small.length).toBeLessThan(given['photo.jpg']!.length);
}

it('has a program for everything in every language', () => {
  expect(sampleFolders().sort()).toEqual([...LANGUAGES].sort());
  for (const language of LANGUAGES)
    expect([language, samplesOf(language).sort()]).toEqual([language, Object.keys(OUTCOMES).sort()]);
});

describe.each(LANGUAGES)('samples in %s', (language) => {
  it.concurrent.each(Object.keys(OUTCOMES))('%s does what it says', async (sample) => {
    const own = sample === 'sign-in' ? { ...env, GOOGLE_ID_TOKEN: await newCredential() } : env;
    const run = await samples.run(language, sample, given, own);
    expect({ status: run.status, stderr: run.stderr }).toMatchObject({ status: 0 });
    await OUTCOMES[sample]!(run);
  });

  it('save no error as the document, and say what is wrong', async () => {
    const cut = given['photo.jpg']!.subarray(0, 60);
    const damaged = { 'photo.jpg': cut, 'cover.png': cut, 'report.pdf': cut };
    const runs = await Promise.all(WITH_FILE.map((sample) => samples.run(language, sample, damaged, env)));
    for (const [index, { status, stderr, files }] of runs.entries()) {
      const left = Object.keys(files).filter((name) => !['headers.txt', 'job.json'].includes(name));
      expect([WITH_FILE[index], status !== 0, left]).toEqual([WITH_FILE[index], true, []]);
      expect(stderr).toMatch(language === 'curl' ? /422|damaged/ : /damaged|None of the files/);
    }
  });
});
