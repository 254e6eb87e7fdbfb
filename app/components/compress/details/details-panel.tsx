import { useRef } from 'react';
import { Copy, GripVertical, Trash2 } from '~/components/ui/late-icons.tsx';
import { isPictureKind } from '#engine/api/kinds.ts';
import type { JobOptions } from '#engine/api/options.ts';
import {
  announceCopyFailure,
  announceHtmlCopied,
  announcePictureCopied,
} from '~/compressor/results/copy-announcements.ts';
import { canCopyPictures, copyPicture } from '~/compressor/results/copy-picture.ts';
import { dragOut } from '~/compressor/results/drag-out.ts';
import { displayNameInText } from '~/compressor/selection/display-name.ts';
import type { FinishedItem } from '~/compressor/queue/queue-state.ts';
import { htmlOfSet } from '~/compressor/results/set-files.ts';
import { isSet } from '~/compressor/results/set-result.ts';
import { copyText } from '~/compressor/share/copy-text.ts';
import { isUnchanged, isUnchangedForGood } from '~/compressor/results/unchanged-reason.ts';
import type { Compressor } from '~/compressor/queue/use-compressor.ts';
import { Button } from '~/components/ui/button.tsx';
import { ReportView } from './report-view.tsx';
import { TryAgain } from './try-again.tsx';

export interface DetailsPanelProps {
  readonly item: FinishedItem;
  readonly compressor: Pick<Compressor, 'again' | 'remove'>;
  readonly signedIn: boolean;
}

/** Everything about one result that does not fit its line. */
export default function DetailsPanel({ item, compressor, signedIn }: DetailsPanelProps) {
  const { file, index } = item;
  const { result } = item.state;
  const panel = useRef<HTMLDivElement>(null);
  const again = (next: JobOptions, onlySmaller = false) => {
    const row = panel.current?.closest('li');
    compressor.again(index, next, { onlySmaller });
    // The panel goes until the answer is here, and where it is long, its row was above the window.
    requestAnimationFrame(() => row?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <div ref={panel} className="animate-fade space-y-5 border-t border-hairline pt-4 pb-3 max-wide:mt-3">
      {result.report ? (
        <ReportView report={result.report} untouched={isUnchanged(file, result)} />
      ) : (
        <p className="text-sm text-quiet">No report is available for this file.</p>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-t border-hairline pt-4">
        {isUnchangedForGood(file, result) ? (
          <p className="text-sm text-quiet">No other setting can make this file smaller.</p>
        ) : (
          <TryAgain {...{ file, result }} onAgain={again} />
        )}
        <Tools {...{ item, signedIn }} onRemove={() => compressor.remove(index)} />
      </div>
    </div>
  );
}

interface ToolsProps {
  readonly item: FinishedItem;
  readonly signedIn: boolean;
  readonly onRemove: () => void;
}

/** Ways out for a result besides Download and Share, for those who are signed in; and out of the list. */
function Tools({ item, signedIn, onRemove }: ToolsProps) {
  const { result } = item.state;
  const about = <span className="sr-only">, {displayNameInText(item.file.name)}</span>;
  const tool = { variant: 'ghost', size: 'sm' } as const;
  const copy = () => {
    copyPicture(result.blob).then(announcePictureCopied, announceCopyFailure);
  };
  const copyHtml = () => {
    copyText(htmlOfSet(result.blob)).then(announceHtmlCopied, announceCopyFailure);
  };
  return (
    <div className="flex flex-wrap gap-1">
      {isSet(result) && canCopyPictures() && (
        <Button {...tool} onClick={copyHtml}>
          <Copy aria-hidden />
          Copy HTML{about}
        </Button>
      )}
      {signedIn && isPicture(item) && canCopyPictures() && (
        <Button {...tool} onClick={copy}>
          <Copy aria-hidden />
          Copy image{about}
        </Button>
      )}
      {signedIn && (
        // Chromium takes a dragged download; other browsers ignore it, and phones have no drag.
        <span
          draggable
          onDragStart={(event) => dragOut(event.dataTransfer, result)}
          className="inline-flex min-h-9 cursor-grab items-center gap-2 rounded-control px-3.5 text-sm font-semibold text-quiet select-none hover:bg-sunk pointer-coarse:hidden"
        >
          <GripVertical aria-hidden className="size-4" />
          Drag to desktop
        </span>
      )}
      <Button {...tool} onClick={onRemove}>
        <Trash2 aria-hidden />
        Remove{about}
      </Button>
    </div>
  );
}

function isPicture({ state }: FinishedItem): boolean {
  return isPictureKind(state.result.kind) && !isSet(state.result);
}
