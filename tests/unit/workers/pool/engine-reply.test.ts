import { expect, it } from 'vitest';
import { readReply } from '#workers/pool/engine-reply.ts';

const report = {
  kind: 'png',
  preset: 'balanced',
  sourceBytes: 10,
  outputBytes: 5,
  savingsRatio: 0.5,
  changes: [],
  skips: [{ code: 'thumbnail', count: 1 }],
};
const completed = { type: 'completed', outputBytes: 5, report };

it.each([
  { type: 'ready' },
  { type: 'progressed', ratio: 0.5 },
  completed,
  { type: 'failed', code: 'damaged', message: 'Broken.' },
  { type: 'failed', code: 'internal', message: 'Full.', machineCode: 'ENOSPC' },
])('reads $type', (message) => {
  expect(readReply(message)).toEqual(message);
});

it('forgets a machine code that is none of ours', () => {
  const failed = { type: 'failed', code: 'internal', message: '' };
  expect(readReply({ ...failed, machineCode: 'EMFILE' })).toEqual(failed);
});

it.each<[string, unknown]>([
  ['nothing', null],
  ['a text', 'ready'],
  ['another type', { type: 'done' }],
  ['too much progress', { type: 'progressed', ratio: 1.5 }],
  ['progress that is no number', { type: 'progressed', ratio: NaN }],
  ['a code of its own', { type: 'failed', code: 'pwned', message: '' }],
  ['a failure without words', { type: 'failed', code: 'internal' }],
  ['a negative length', { ...completed, outputBytes: -1 }],
  ['a broken length', { ...completed, outputBytes: 1.5 }],
  ['no report', { type: 'completed', outputBytes: 5 }],
  ['another kind', { ...completed, report: { ...report, kind: 'exe' } }],
  ['another preset', { ...completed, report: { ...report, preset: 'tiny' } }],
  ['an endless saving', { ...completed, report: { ...report, savingsRatio: Infinity } }],
  ['no list of changes', { ...completed, report: { ...report, changes: 'none' } }],
  ['a broken skip', { ...completed, report: { ...report, skips: [{ code: 'x', count: '1' }] } }],
])('takes %s for no message', (_, message) => {
  expect(readReply(message)).toBeNull();
});
