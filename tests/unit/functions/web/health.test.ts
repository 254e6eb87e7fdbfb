import express from 'express';
import { describe, expect, it } from 'vitest';
import { checkDependencies, health } from '#functions/web/health.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { listen } from '#tests/fixtures/listen.ts';

const up = { check: () => Promise.resolve() };
const platform = (changes: object = {}) =>
  ({ objects: up, queue: up, events: up, counter: up, ...changes }) as unknown as Platform;

const roomOf = (leftBytes: number) => ({
  read: async () => ({ totalBytes: 1_000, leftBytes, freeBytes: 1_000 }),
});
const ROOM = roomOf(1);

const nothing = { overdue: async () => [] };
/** On this machine everybody who runs a test is the operator. */
const access = { token: 'of-the-operator', onLoopback: true };
const served = (options: Partial<Parameters<typeof health>[0]> = {}) =>
  listen(
    express().use(
      health({
        platform: platform(),
        isClosing: () => false,
        expiry: nothing,
        room: ROOM,
        access,
        ...options,
      }),
    ),
  );

describe('readiness', () => {
  it.each([
    ['ready', 200, {}, false],
    ['not ready', 503, { queue: { check: () => Promise.reject(new Error('away')) } }, false],
    ['degraded', 200, { events: { check: () => Promise.reject(new Error('away')) } }, false],
    ['closing', 503, {}, true],
  ])('is "%s" with status %i', async (status, code, changes, isClosing) => {
    const url = await served({ platform: platform(changes), isClosing: () => isClosing });
    const answer = await fetch(`${url}/readyz`);
    expect(answer.status).toBe(code);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ status });
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'alive' });
  });

  it.each([
    ['ready', 200, {}, false],
    ['ready', 200, { events: { check: () => Promise.reject(new Error('away')) } }, false],
    ['not ready', 503, { queue: { check: () => Promise.reject(new Error('away')) } }, false],
    ['not ready', 503, {}, true],
  ])('tells strangers "%s" with status %i and nothing else', async (status, code, changes, isClosing) => {
    const strict = { ...access, onLoopback: false };
    const options = { platform: platform(changes), isClosing: () => isClosing, access: strict };
    const url = await served({ ...options, expiry: { overdue: async () => [{ what: 'a/', seconds: 1 }] } });
    for (const headers of [{}, { Authorization: 'Bearer wrong' }]) {
      const answer = await fetch(`${url}/readyz`, { headers });
      expect([answer.status, await answer.json()]).toEqual([code, { status }]);
    }
    const own = await fetch(`${url}/readyz`, { headers: { Authorization: 'Bearer of-the-operator' } });
    expect(Object.keys((await own.json()) as object)).toEqual(['status', 'dependencies', 'overdue']);
  });

  it('says that a store is full, and is not ready', async () => {
    const full = Object.assign(new Error('full'), { code: 'storage-full' });
    const parts = { objects: { check: () => Promise.reject(full) } };
    const url = await served({ platform: platform(parts) });
    const answer = await fetch(`${url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      status: 'not ready',
      dependencies: [{ name: 'objectStore', state: 'full' }, {}, {}, {}],
    });
  });

  it('says that there is no room for new files, and serves what it has', async () => {
    const url = await served({ room: roomOf(0) });
    const answer = await fetch(`${url}/readyz`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      status: 'degraded',
      dependencies: [{ name: 'objectStore', state: 'short' }, {}, {}, {}],
    });
  });

  it('tells what is overdue, and serves all the same', async () => {
    const overdue = [{ what: 'shares/', seconds: 400 }];
    const watch = { overdue: async () => overdue };
    const url = await served({ expiry: watch });
    const answer = await fetch(`${url}/readyz`);
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'ready', overdue }]);
  });

  it('takes a dependency that does not answer for down', async () => {
    const silent = { check: () => new Promise<void>(() => {}) };
    const states = await checkDependencies(platform({ events: silent }), ROOM);
    expect(states.map(({ name, state }) => [name, state])).toEqual([
      ['objectStore', 'up'],
      ['jobQueue', 'up'],
      ['eventBus', 'down'],
      ['counter', 'up'],
    ]);
  });
});
