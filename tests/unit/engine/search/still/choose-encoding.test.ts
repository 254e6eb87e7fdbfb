import { describe, expect, it } from 'vitest';
import { chooseEncoding } from '#engine/search/still/choose-encoding.ts';

const bytes = (length: number) => new Uint8Array(length);
const lossy = (length: number) => ({ bytes: bytes(length), score: 71.4 });
const rule = { source: bytes(1000), lossyShare: 0.9 };

describe('chooseEncoding', () => {
  it.each([
    ['the lossy one where its loss pays', 950, 800, 'lossy', 800],
    ['the lossless one where the lossy one is hardly smaller', 850, 800, 'lossless', 850],
    ['the source where both are larger', 1001, 1200, 'source', 1000],
    ['the source where loss does not pay beside it', null, 901, 'source', 1000],
    ['the lossy one without a lossless one', null, 900, 'lossy', 900],
    ['the lossless one without a lossy one', 999, null, 'lossless', 999],
    ['the source where nothing was found', null, null, 'source', 1000],
  ] as const)('returns %s', (_, lossless, encoded, kind, length) => {
    const chosen = chooseEncoding(
      rule,
      lossless === null ? null : bytes(lossless),
      encoded === null ? null : lossy(encoded),
    );
    expect([chosen.kind, chosen.bytes.length]).toEqual([kind, length]);
  });

  it('reports the score of a lossy encoding alone', () => {
    expect(chooseEncoding(rule, bytes(990), lossy(500)).findings).toEqual({ score: 71.4 });
    expect(chooseEncoding(rule, bytes(990), null).findings).toEqual({});
  });

  it('says when loss did not pay', () => {
    const { findings } = chooseEncoding(rule, bytes(990), lossy(980));
    expect(findings.skips?.map(({ code }) => code)).toEqual(['generation-loss']);
  });

  it('never returns an encoding as long as the source', () => {
    expect(chooseEncoding({ ...rule, lossyShare: 1 }, bytes(1000), lossy(1000)).bytes).toBe(rule.source);
  });
});
