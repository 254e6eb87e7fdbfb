import { useEffect, useRef } from 'react';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { Button } from '~/components/ui/button.tsx';
import type { Offer } from '~/compressor/selection/offer.ts';

interface SelectionOfferProps {
  readonly offer: Offer;
  readonly onOffer: (files: readonly File[]) => void;
}

/** Lists what of a selection is at fault, and offers all that can be compressed. */
export default function SelectionOffer({ offer: { files, label, leftOut }, onOffer }: SelectionOfferProps) {
  const box = useRef<HTMLDivElement>(null);
  // It comes after the message, and makes the box higher that was scrolled to.
  useEffect(() => {
    box.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [leftOut]);
  return (
    <div ref={box} className="sm:ml-8">
      {leftOut.length > 0 && (
        <ul aria-label="Left out" className="mt-2 max-h-40 overflow-y-auto text-sm text-quiet">
          {leftOut.map((words, index) => (
            <li key={index}>{words}</li>
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <Button
          variant="outline"
          className="mt-3 max-w-full whitespace-normal!"
          onClick={() => onOffer(files)}
        >
          {label}
        </Button>
      )}
      {files.length > OPERATING_LIMITS.maxFilesPerSelection && (
        <p className="mt-2 text-sm text-quiet">They are compressed a few at a time.</p>
      )}
    </div>
  );
}
