import { describe, expect, it } from 'vitest';
import { Reloadable, useLibrary } from '#engine/codecs/shared/index.ts';

const PAGES_OF_128_MB = 2048;

/** A library of which it is counted how often it was loaded. */
function countedLibrary() {
  const counted = { loads: 0 };
  const load = async () => {
    counted.loads++;
    return { memory: new WebAssembly.Memory({ initial: 1 }) };
  };
  return Object.assign(counted, { library: new Reloadable(load) });
}

describe('a library of WebAssembly', () => {
  it('is kept for the next work', async () => {
    const counted = countedLibrary();
    for (let work = 0; work < 3; work++)
      expect(await useLibrary(counted.library, ({ memory }) => memory.buffer.byteLength)).toBe(65_536);
    expect(counted.loads).toBe(1);
  });

  it('is loaded anew after work that threw', async () => {
    const counted = countedLibrary();
    const trap = new WebAssembly.RuntimeError('unreachable');
    const trapping = useLibrary(counted.library, () => {
      throw trap;
    });
    await expect(trapping).rejects.toBe(trap);
    await useLibrary(counted.library, () => 0);
    expect(counted.loads).toBe(2);
  });

  it('is loaded anew once it has grown large', async () => {
    const counted = countedLibrary();
    const grow = (pages: number) => useLibrary(counted.library, ({ memory }) => memory.grow(pages));
    await grow(PAGES_OF_128_MB - 1);
    await useLibrary(counted.library, () => 0);
    expect(counted.loads).toBe(1);
    await grow(1);
    await useLibrary(counted.library, () => 0);
    expect(counted.loads).toBe(2);
  });
});
