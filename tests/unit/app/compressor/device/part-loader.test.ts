import { readFile } from 'node:fs/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { createPartLoader } from '~/compressor/device/part-loader.ts';
import { answerFetch } from '#tests/support/answer-fetch.ts';

const PART = '/assets/zlib-stream.wasm';
const WASM = { headers: { 'Content-Type': 'application/wasm' } };
const whole = await readFile('workers/engine/codecs/wasm/built/zlib-stream.wasm');
afterEach(() => vi.unstubAllGlobals());

it('compiles a part, or gives its bytes', async () => {
  answerFetch({ [`GET ${PART}`]: () => new Response(whole, WASM) });
  const parts = createPartLoader();
  expect(await parts.load(PART, 'module')).toBeInstanceOf(WebAssembly.Module);
  expect((await parts.load(PART, 'bytes')).byteLength).toBe(whole.length);
  expect(parts.faults).toEqual([]);
});

it.each(['module', 'bytes'] as const)(
  'asks past what the browser keeps for a part that came half (%s)',
  async (as) => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      asked.push(init.cache);
      return new Response(init.cache === 'reload' ? whole : whole.subarray(0, whole.length / 2), WASM);
    });
    const parts = createPartLoader();
    await parts.load(PART, as);
    expect(asked).toEqual(['default', 'reload']);
    expect(parts.faults).toEqual([]);
  },
);

it.each(['module', 'bytes'] as const)('remembers a part that came half (%s)', async (as) => {
  answerFetch({ [`GET ${PART}`]: () => new Response(whole.subarray(0, whole.length / 2), WASM) });
  const parts = createPartLoader();
  await expect(parts.load(PART, as)).rejects.toThrow(WebAssembly.CompileError);
  expect(parts.faults).toEqual(['not-whole']);
});

it('remembers a part whose line broke, and one that is not to be had', async () => {
  const broken = () =>
    new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) });
  answerFetch({ [`GET ${PART}`]: () => new Response(broken(), WASM) });
  const parts = createPartLoader();
  await expect(parts.load(PART, 'bytes')).rejects.toThrow('network error');
  answerFetch({ [`GET ${PART}`]: () => new Response(null, { status: 404 }) });
  await expect(parts.load(PART, 'module')).rejects.toThrow('status 404');
  expect(parts.faults).toEqual(['not-whole', 'not-loaded']);
});

it('does not blame the line where memory is lacking', async () => {
  const full = () =>
    new Response(new ReadableStream({ start: (stream) => stream.error(new RangeError('memory')) }));
  answerFetch({ [`GET ${PART}`]: full });
  const parts = createPartLoader();
  await expect(parts.load(PART, 'bytes')).rejects.toThrow(RangeError);
  expect(parts.faults).toEqual([]);
});
