import { isPictureKind } from '#engine/api/kinds.ts';
import type { JobOptions } from '#engine/api/options.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import type { FinishedItem } from '~/compressor/queue/queue-state.ts';
import type { Compressor } from '~/compressor/queue/use-compressor.ts';
import { fittingSide } from '~/compressor/results/fitting-side.ts';
import { missedLimit } from '~/compressor/results/result-notice.ts';
import { isSet } from '~/compressor/results/set-result.ts';
import { isUnchangedForGood } from '~/compressor/results/unchanged-reason.ts';
import { Button } from '~/components/ui/button.tsx';
import { FileName } from './file-name.tsx';

interface LimitOfferProps {
  readonly item: FinishedItem;
  readonly compressor: Pick<Compressor, 'again'>;
}

/**
 * For a file that stays above its limit: what comes nearer to it, for a person to choose. A picture can have smaller dimensions. A
 * document keeps its pages, and is as small as it may be already, unless nothing in it was to lose quality.
 */
export function LimitOffer({ item, compressor }: LimitOfferProps) {
  const { result } = item.state;
  const limit = missedLimit(result);
  const isPicture = isPictureKind(result.kind);
  const mayHelp = !isSet(result) && (isPicture || result.options.preset === 'lossless');
  if (limit === null || !mayHelp || isUnchangedForGood(item.file, result)) return null;
  const again = (options: Partial<JobOptions>) =>
    compressor.again(item.index, { ...result.options, targetBytes: limit, ...options });
  const shrink = () => {
    void fittingSide(result.blob, limit, result.options.maxSide !== undefined).then(
      (maxSide) => again({ preset: 'small', maxSide }),
      () => undefined,
    );
  };
  return (
    <Button
      variant="outline"
      size="sm"
      onClick={isPicture ? shrink : () => again({ preset: 'high' })}
      className="my-1 shrink justify-self-start py-1.5 text-left whitespace-normal!"
    >
      {isPicture
        ? `Reach ${formatBytes(limit)} anyway: smaller dimensions and visible loss`
        : `Try for ${formatBytes(limit)}: visible loss in its images`}
      <span className="sr-only">
        {' '}
        for <FileName name={item.file.name} />
      </span>
    </Button>
  );
}
