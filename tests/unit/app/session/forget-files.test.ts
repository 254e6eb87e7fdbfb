// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compressedFile, finishedItem, pngFile } from '#tests/support/compressed-files.ts';
import { sessionToken } from '#tests/support/session-token.ts';
import { REMEMBERED_FOR_MS } from '~/compressor/history/has-history.ts';
import { readHistory, recordResult } from '~/compressor/history/history.ts';
import { onFilesForgotten, watchForgetting } from '~/compressor/kept/forget-files.ts';
import { hasKeptList } from '~/compressor/kept/has-kept-list.ts';
import { listName } from '~/compressor/kept/list-name.ts';
import { hasPending } from '~/compressor/queue/pending-keys.ts';
import { rememberPending } from '~/compressor/queue/pending.ts';
import { rememberPlace } from '~/compressor/upload/upload-places.ts';
import { endSession, rememberReturn, signIn, signOut, takeReturn } from '~/session/session.ts';

const [ama, kofi] = [sessionToken('ama'), sessionToken('kofi')];
const forgotten = vi.fn();
const quiet = onFilesForgotten(forgotten);

beforeEach(() => {
  recordResult({ file: pngFile('chart.png'), result: compressedFile() });
  listName();
  rememberPending('download', finishedItem('chart.png'), true);
  rememberPlace('1000/0/balanced/chart.png', '/api/resumable/a');
  forgotten.mockClear();
});
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
});

const isLeft = () => [readHistory().length > 0, hasKeptList(), hasPending(), 'upload' in tabNames()];
const tabNames = () =>
  Object.fromEntries(Object.keys(sessionStorage).map((key) => [key.split(':')[0], true]));
const ALL = [true, true, true, true];
const NOTHING = [false, false, false, false];

test('leaves nothing of a person who signs out, and takes the way back along', () => {
  signIn(ama);
  rememberReturn('/dashboard');
  signOut();
  expect(isLeft()).toEqual(NOTHING);
  expect(forgotten).toHaveBeenCalledOnce();
  expect(takeReturn()).toBe('/dashboard');
  expect(Object.keys(localStorage)).toEqual(['filesForgotten']);
});

test.each([
  ['of nobody to whoever signs in', () => signIn(ama)],
  ['to the person whose session ended by itself', () => (signIn(ama), endSession(ama), signIn(ama))],
  ['to a person who signs in anew', () => (signIn(ama), signIn(sessionToken('ama', 2)))],
  ['of a session that ended, while nobody else comes', () => (signIn(ama), endSession(ama))],
])('leaves files %s', (_whom, happen) => {
  happen();
  expect(isLeft()).toEqual(ALL);
});

test.each([
  ['in place of another', () => (signIn(ama), signIn(kofi))],
  ['after the session of another ended', () => (signIn(ama), endSession(ama), signIn(kofi))],
])('forgets the files of another account when a person signs in %s', (_how, happen) => {
  happen();
  // What was asked for in this tab the person wants who signs in: the page then says to compress again.
  expect(isLeft()).toEqual([false, false, true, false]);
});

test('takes files for nobody\u2019s when all of an ended session have expired', () => {
  signIn(ama);
  endSession(ama);
  vi.useFakeTimers({ now: Date.now() + REMEMBERED_FOR_MS });
  signIn(kofi);
  expect(hasKeptList()).toBe(true);
});

test('hears of another tab, also when it comes back from the cache of the browser', () => {
  watchForgetting();
  for (const event of ['storage', 'pageshow']) {
    listName();
    rememberPending('share', finishedItem('chart.png'), false);
    forgotten.mockClear();
    window.dispatchEvent(new Event(event));
    expect(forgotten).not.toHaveBeenCalled();
    localStorage.setItem('filesForgotten', event);
    window.dispatchEvent(new Event(event));
    window.dispatchEvent(new Event(event));
    expect(forgotten).toHaveBeenCalledOnce();
    expect([hasPending(), sessionStorage.getItem('keptList')]).toEqual([false, null]);
  }
  quiet();
});
