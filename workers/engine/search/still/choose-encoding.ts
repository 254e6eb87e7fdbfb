import { skip } from '../../api/report/findings.ts';
import type { Findings } from '../../api/report/report.ts';
import type { JudgedBytes } from './floor-request.ts';

export interface EncodingRule {
  readonly source: Uint8Array;
  /** Share of the smallest bytes without loss that lossy ones may take, 0 to 1: a loss of quality must pay. */
  readonly lossyShare: number;
}

export interface ChosenEncoding {
  readonly kind: 'lossy' | 'lossless' | 'source';
  /** Shorter than the source unless they are the source. */
  readonly bytes: Uint8Array;
  /** The score of a lossy encoding; "generation-loss" where one did not pay. */
  readonly findings: Partial<Findings>;
}

/**
 * The encoding to return: the lossy one where it is small enough beside all without loss, else the smallest without loss.
 * @param lossless the same samples in other bytes, or null
 * @param lossy    encoded with loss, or null
 */
export function chooseEncoding(
  { source, lossyShare }: EncodingRule,
  lossless: Uint8Array | null,
  lossy: JudgedBytes | null,
): ChosenEncoding {
  const isPacked = lossless !== null && lossless.length < source.length;
  const exact = isPacked ? lossless : source;
  const mostBytes = Math.min(lossyShare * exact.length, source.length - 1);
  if (lossy && lossy.bytes.length <= mostBytes)
    return { kind: 'lossy', bytes: lossy.bytes, findings: { score: lossy.score } };
  const findings = lossy ? { skips: [skip('generation-loss')] } : {};
  return { kind: isPacked ? 'lossless' : 'source', bytes: exact, findings };
}
