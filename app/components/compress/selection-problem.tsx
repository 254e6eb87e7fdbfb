import { useEffect, useRef } from 'react';
import { CircleAlert } from '~/components/ui/icons.tsx';
import type { Offer } from '~/compressor/selection/offer.ts';
import { LateOffer } from './late-parts.tsx';

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
      {problem?.offer && <LateOffer offer={problem.offer} onOffer={onOffer} />}
    </div>
  );
}
