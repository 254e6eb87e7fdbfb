import { describe, expect, it } from 'vitest';
import { EngineError } from '#engine/api/errors.ts';
import { tryPart } from '#engine/documents/office/try-part.ts';
import { change } from '#engine/api/report/findings.ts';
import { INTERNAL_SKIPS } from '#engine/api/report/report-codes.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { engineContext } from '#tests/support/engine-context.ts';

const context = engineContext({ codecs });
const failing = (error: unknown) => tryPart(context, 'svg-kept', () => Promise.reject(error as Error));

describe('tryPart', () => {
  it('returns what the work found', async () => {
    const found = { changes: [change('svg-minified', { count: 1 })] };
    expect(await tryPart(context, 'svg-kept', () => Promise.resolve(found))).toBe(found);
  });

  it('skips a part that cannot be read under the code of its step', async () => {
    const { skips } = await failing(new EngineError('damaged', 'cut short'));
    expect(skips).toMatchObject([{ code: 'svg-kept', count: 1 }]);
  });

  it('skips a part at which our own code fails under a code of its own', async () => {
    const { skips } = await failing(new TypeError('Input Bit Array is empty'));
    expect(skips).toMatchObject([{ code: 'part-failed', count: 1 }]);
    expect(INTERNAL_SKIPS).toContain(skips![0]!.code);
  });

  it('passes on limits and cancellation', async () => {
    const bomb = new EngineError('limit-exceeded', 'too much');
    await expect(failing(bomb)).rejects.toBe(bomb);
    const stop = new Error('enough');
    const cancelled = engineContext({ codecs, signal: AbortSignal.abort(stop) });
    const work = () => Promise.reject(new Error('half done'));
    await expect(tryPart(cancelled, 'svg-kept', work)).rejects.toBe(stop);
  });
});
