import { describe, expect, it } from 'vitest';
import { Reloadable } from '#engine/codecs/shared/index.ts';

describe('a reloadable library', () => {
  it('is loaded once, for all who wait', async () => {
    let loads = 0;
    const library = new Reloadable(async () => ++loads);
    expect(await Promise.all([library.get(), library.get()])).toEqual([1, 1]);
    expect(await library.get()).toBe(1);
  });

  it('is loaded again after a failure', async () => {
    let loads = 0;
    const library = new Reloadable(async () => {
      if (++loads === 1) throw new Error('no network');
      return loads;
    });
    await expect(library.get()).rejects.toMatchObject({
      name: 'CodecBreakdownError',
      cause: new Error('no network'),
    });
    expect(await library.get()).toBe(2);
  });

  it('is loaded again once it was forgotten', async () => {
    let loads = 0;
    const library = new Reloadable(async () => ++loads);
    await library.get();
    library.forget();
    expect(await library.get()).toBe(2);
  });
});
