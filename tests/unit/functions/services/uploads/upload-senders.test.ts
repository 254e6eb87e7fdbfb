import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { UploadSenders } from '#functions/services/uploads/upload-senders.ts';

/** A connection that sends until it is stopped. */
function sending(senders: UploadSenders, atOnce: { now: number; most: number }) {
  const nothing = { offset: 0, body: (async function* () {})() };
  const work = async (_body: unknown, stop: AbortSignal) => {
    atOnce.most = Math.max(atOnce.most, (atOnce.now += 1));
    await new Promise((resolve) => stop.addEventListener('abort', resolve));
    // The store takes a while to end what it has begun.
    await pause(50);
    atOnce.now -= 1;
  };
  return senders.take('upload', nothing, work);
}

it('lets one connection send at a time, also where two wait for the one before them', async () => {
  const senders = new UploadSenders();
  const atOnce = { now: 0, most: 0 };
  const first = sending(senders, atOnce);
  const others = [sending(senders, atOnce), sending(senders, atOnce)];
  await first;
  await Promise.race(others);
  await senders.stop('upload');
  await Promise.all(others);
  expect(atOnce).toEqual({ now: 0, most: 1 });
}, 20_000);
