import { describe, expect, it } from 'vitest';
import type { Cause } from '#engine/quality/judge.ts';
import { encodeWhole } from '#engine/search/still/encode-whole.ts';
import type { Encoded, Setting } from '#engine/search/still/floor-request.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';

const setting = (name: string): Setting => ({
  name,
  start: 60,
  max: 95,
  encode: () => Promise.reject(new Error('not encoded here')),
});
const halved = setting('halved chroma');
const full = setting('full chroma');

/** Half a point a step of quality. Halved chroma stays 20 points below, by hues that quality hardly mends. */
function encodeAt(tried: string[]) {
  return ({ name }: Setting, quality: number): Promise<Encoded> => {
    tried.push(`${name} ${quality}`);
    const lost = name === full.name ? 0 : 20;
    const cause: Cause = lost > 0 ? 'hues' : 'structure';
    const bytes = new Uint8Array(quality * 100 + (20 - lost) * 10);
    return Promise.resolve({ quality, bytes, score: 50 + quality / 2 - lost, cause, setting: name });
  };
}

describe('encodeWhole', () => {
  it('lowers the quality of another setting that keeps what quality does not mend', async () => {
    const tried: string[] = [];
    const request = { floor: 71, budget: new WorkBudget(1000), isHuge: false, forecast: () => null };
    const found = [{ setting: halved, trial: { quality: 60, bytes: new Uint8Array(6000), score: 71 } }];
    const encoded = await encodeWhole({ found, settings: [halved, full] }, request, encodeAt(tried));
    expect(encoded).toMatchObject({ setting: 'full chroma', quality: 43, score: 71.5 });
    expect(tried).toEqual(['halved chroma 60', 'full chroma 60', 'full chroma 40', 'full chroma 43']);
  });
});
