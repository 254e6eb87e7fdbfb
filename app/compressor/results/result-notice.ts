import { isPictureKind } from '#engine/api/kinds.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import type { ListedResult } from '../queue/queue-state.ts';
import { isSet } from './set-result.ts';
import { unchangedReason } from './unchanged-reason.ts';

/**
 * What row, toast and screen reader say of a result that is less than was hoped for: why the file came back as it was, and
 * that it is above the limit that was set.
 * @returns null for a success
 */
export function resultNotice(
  original: Pick<File, 'size'>,
  result: Pick<ListedResult, 'kind' | 'size' | 'report' | 'limitBytes' | 'options' | 'type'>,
): string | null {
  const unchanged = unchangedReason(original, result) ?? largerReason(result);
  const missed = missedLimit(result);
  if (missed === null) return unchanged;
  const limit = formatBytes(missed);
  if (unchanged !== null) return `${unchanged} It is above your limit of ${limit}.`;
  const isLossless = result.options.preset === 'lossless';
  const how = isLossless ? 'without loss of quality' : 'at acceptable quality';
  // What the row offers a way out for needs no words.
  const way = isLossless || isPictureKind(result.kind) ? '' : ' Split the document, or share a link instead.';
  return `Couldn’t reach ${limit} ${how}. Smallest result: ${formatBytes(result.report?.target?.smallestBytes ?? result.size)}.${way}`;
}

/** Of a file in another format or size that takes more than the original. */
function largerReason({ report }: Pick<ListedResult, 'report'>): string | null {
  return report?.hints.find(({ code }) => code === 'larger-than-source')?.detail ?? null;
}

/** The limit that a result stays above, in bytes; null where there is none, or it is met. In a set each file has it for itself. */
export function missedLimit(
  result: Pick<ListedResult, 'size' | 'limitBytes' | 'type' | 'report'>,
): number | null {
  const { size, limitBytes, report } = result;
  const isMissed = isSet(result) ? report?.target?.met === false : limitBytes !== null && size > limitBytes;
  return isMissed ? limitBytes : null;
}
