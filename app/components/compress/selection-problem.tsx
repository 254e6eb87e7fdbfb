import { useEffect, useRef } from 'react';
import { CircleAlert } from '~/components/ui/icons.tsx';
import { Button } from '~/components/ui/button.tsx';
import type { Offer } from '~/compressor/selection/selection.ts';

/** Why a selection was rejected. */
export interface Problem {
  readonly message: string;
  /** What of it may be sent; offered beside the message. */
  readonly offer: Offer | null;
}

interface SelectionProblemProps {
  readonly problem: Problem | null;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Says why a selection was rejected, and offers the part of it that can be taken. */
export function SelectionProblem({ problem, onFiles }: SelectionProblemProps) {
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
        <Button variant="outline" className="mt-3 ml-8" onClick={() => onFiles(offer.files)}>
          {offer.label}
        </Button>
      )}
    </div>
  );
}
