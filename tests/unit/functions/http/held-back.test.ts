import { expect, it } from 'vitest';
import { heldBack } from '#functions/http/held-back.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';

async function* body(...sizes: number[]) {
  let at = 0;
  for (const size of sizes) yield Uint8Array.from({ length: size }, () => at++ % 251);
}
async function read(source: AsyncIterable<Uint8Array>, chunks: Uint8Array[]) {
  for await (const chunk of source) chunks.push(chunk);
}
async function bytesOf(...sizes: number[]) {
  const chunks: Uint8Array[] = [];
  await read(body(...sizes), chunks);
  return Buffer.concat(chunks);
}
const lengths = (chunks: Uint8Array[]) => chunks.map(({ length }) => length);

it('sends a byte every ten seconds of the last kilobyte, until the rest may go', async () => {
  const [clock, until, chunks] = [new FakeClock(), new AbortController(), [] as Uint8Array[]];
  const reading = read(heldBack(body(3_000, 500), until.signal, clock), chunks);
  await clock.advance(0);
  const sent = lengths(chunks).reduce((sum, length) => sum + length, 0);
  expect(sent).toBe(3_500 - 1_024);
  await clock.advance(35_000);
  expect(lengths(chunks).slice(-3)).toEqual([1, 1, 1]);
  until.abort();
  await reading;
  expect(Buffer.concat(chunks).equals(await bytesOf(3_000, 500))).toBe(true);
});

it.each([[[]], [[1]], [[2_000]], [[1_024, 1]]])(
  'hands on a body of %j whole when nothing is waited for',
  async (sizes) => {
    const chunks: Uint8Array[] = [];
    await read(heldBack(body(...sizes), AbortSignal.abort()), chunks);
    expect(Buffer.concat(chunks).equals(await bytesOf(...sizes))).toBe(true);
  },
);

it('keeps a file of one byte for the end', async () => {
  const [clock, until, chunks] = [new FakeClock(), new AbortController(), [] as Uint8Array[]];
  await read(heldBack(body(1), until.signal, clock), chunks);
  expect(lengths(chunks)).toEqual([1]);
});
