import { describe, expect, it } from 'vitest';
import { untilAborted } from '#platform/until-aborted.ts';

const pending = () => new Promise<never>(() => {});
const failing = () => Promise.reject(new Error('failed'));

describe('untilAborted', () => {
  it('settles as the work does while nothing aborts', async () => {
    const { signal } = new AbortController();
    expect(await untilAborted(Promise.resolve(1), undefined)).toBe(1);
    expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
    await expect(untilAborted(failing(), signal)).rejects.toThrow('failed');
  });

  it("throws the signal's reason on an abort, before and during the work", async () => {
    const controller = new AbortController();
    const waiting = untilAborted(pending(), controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(untilAborted(failing(), controller.signal)).rejects.toThrow('enough');
  });

  it('gives what its caller wants in place of the reason', async () => {
    expect(await untilAborted(pending(), AbortSignal.abort(), () => null)).toBeNull();
  });
});
