import { isPictureKind } from '#engine/api/kinds.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import type { FinishedItem } from '~/compressor/queue/queue-state.ts';
import type { Compressor } from '~/compressor/queue/use-compressor.ts';
import { fittingSide } from '~/compressor/results/fitting-side.ts';
import { missedLimit } from '~/compressor/results/result-notice.ts';
import { Button } from '~/components/ui/button.tsx';
import { FileName } from './file-name.tsx';

interface LimitOfferProps {
  readonly item: FinishedItem;
  readonly compressor: Pick<Compressor, 'again'>;
}

/** For a picture that stays above its limit: what reaches it, for a person to choose. Documents have no such way. */
export function LimitOffer({ item, compressor }: LimitOfferProps) {
  const { result } = item.state;
  const limit = missedLimit(result);
  if (limit === null || !isPictureKind(result.kind)) return null;
  const shrink = () => {
    void fittingSide(result.blob, limit, result.options.maxSide !== undefined).then(
      (maxSide) =>
        compressor.again(item.index, { ...result.options, preset: 'small', targetBytes: limit, maxSide }),
      () => undefined,
    );
  };
  return (
    <Button
      variant="outline"
      size="sm"
      onClick={shrink}
      className="my-1 shrink justify-self-start py-1.5 text-left whitespace-normal!"
    >
      Reach {formatBytes(limit)} anyway: smaller dimensions and visible loss
      <span className="sr-only">
        {' '}
        for <FileName name={item.file.name} />
      </span>
    </Button>
  );
}
