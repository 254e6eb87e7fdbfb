import { useEffect, useRef } from 'react';
import { CircleAlert } from '~/components/ui/icons.tsx';
import { Button } from '~/components/ui/button.tsx';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { Offer } from '~/compressor/selection/offer.ts';

/** Why a selection was rejected. */
export interface Problem {
  readonly message: string;
  /** What of it may be sent; offered beside the message. */
  readonly offer: Offer | null;
}

interface SelectionProblemProps {
  readonly problem: Problem | null;
  readonly onOffer: (files: readonly File[]) => void;
}

/** Says why a selection was rejected and what of it is at fault, and offers all that can be compressed. */
export function SelectionProblem({ problem, onOffer }: SelectionProblemProps) {
  const offer = problem?.offer;
  const box = useRef<HTMLDivElement>(null);
  // Files may be pasted or dropped wherever the page stands.
  useEffect(() => {
    if (problem) box.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <div
      ref={box}
      className={problem ? 'mt-4 animate-rise rounded-card bg-notice-wash scroll-my-24 p-4' : undefined}
    >
      <p id="upload-problem" role="alert" className="font-medium empty:hidden">
        {problem && (
          <span className="flex items-start gap-3">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-notice" />
            {problem.message}
          </span>
        )}
      </p>
      {offer && (
        <div className="sm:ml-8">
          {offer.leftOut.length > 0 && (
            <ul aria-label="Left out" className="mt-2 max-h-40 overflow-y-auto text-sm text-quiet">
              {offer.leftOut.map((words, index) => (
                <li key={index}>{words}</li>
              ))}
            </ul>
          )}
          {offer.files.length > 0 && (
            <Button
              variant="outline"
              className="mt-3 max-w-full whitespace-normal!"
              onClick={() => onOffer(offer.files)}
            >
              {offer.label}
            </Button>
          )}
          {offer.files.length > OPERATING_LIMITS.maxFilesPerSelection && (
            <p className="mt-2 text-sm text-quiet">They are compressed a few at a time.</p>
          )}
        </div>
      )}
    </div>
  );
}
