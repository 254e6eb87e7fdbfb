import { CircleAlert, RotateCcw } from 'lucide-react';
import { formatBytes } from '~/compressor/format.ts';
import { Button } from '~/components/ui/button.tsx';
import { FileHeading, FileName } from './file-name.tsx';
import { KindSheet } from './kind-sheet.tsx';
import type { QueueItem } from '~/compressor/queue-state.ts';

export interface FailureCardProps {
  readonly item: QueueItem;
  readonly message: string;
  /** Set when trying again may help. */
  readonly onRetry?: (() => void) | undefined;
}

/** A file that did not come back: why, in words, on its own card. */
export function FailureCard({ item, message, onRetry }: FailureCardProps) {
  return (
    <div className="flex flex-wrap items-center gap-4 sm:flex-nowrap md:gap-5">
      <KindSheet kind={item.kind} className="mx-1" />
      <div className="min-w-0 flex-1">
        <FileHeading name={item.file.name} />
        <p className="figures text-sm text-quiet">{formatBytes(item.file.size)}, not compressed</p>
        <p className="mt-2 flex items-start gap-2 font-medium text-primary">
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          {message}
        </p>
      </div>
      {onRetry && (
        <Button variant="outline" size="sm" onClick={onRetry} className="max-sm:w-full">
          <RotateCcw aria-hidden />
          Try again{' '}
          <span className="sr-only">
            with <FileName name={item.file.name} />
          </span>
        </Button>
      )}
    </div>
  );
}
