import { Download, Link2, Share2 } from 'lucide-react';
import { KIND_INFO } from '#engine/kinds.ts';
import { reductionPercent } from '~/compressor/format.ts';
import type { FinishedItem } from '~/compressor/queue-state.ts';
import { unchangedReason } from '~/compressor/unchanged-reason.ts';
import { useResultActions } from '~/compressor/use-result-actions.ts';
import { Button } from '~/components/ui/button.tsx';
import { Spinner } from '~/components/ui/spinner.tsx';
import { WeightBar } from '~/components/ui/weight-bar.tsx';
import { FileHeading, FileName } from './file-name.tsx';
import { Reduction } from './reduction.tsx';
import { ResultNote } from './result-note.tsx';
import { Sizes } from './sizes.tsx';
import { Thumbnail } from './thumbnail.tsx';

export interface ResultCardProps {
  readonly item: FinishedItem;
  readonly ofSeveral: boolean;
  readonly signedIn: boolean;
  readonly sharesFiles: boolean;
}

/** A file that came back: kind, name, from and to, bar, percent, actions. */
export function ResultCard({ item, ofSeveral, signedIn, sharesFiles }: ResultCardProps) {
  const { file } = item;
  const { result } = item.state;
  const percent = reductionPercent(file.size, result.size);
  const reason = unchangedReason(file, result);
  return (
    <div className="grid gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,1fr)_6.5rem_auto] lg:items-center">
      <div className="flex min-w-0 gap-4 max-lg:order-2 md:gap-5">
        <div className="max-sm:hidden">
          <Thumbnail blob={result.blob} kind={result.kind} />
        </div>
        <div className="min-w-0 flex-1">
          <FileHeading name={file.name} />
          <div className="mt-1.5">
            <Sizes originalBytes={file.size} compressedBytes={result.size} />
          </div>
          <WeightBar originalBytes={file.size} compressedBytes={result.size} className="mt-3" />
          {reason !== null && <ResultNote>{reason}</ResultNote>}
          {result.correctedName !== null && (
            <ResultNote>
              This file is a {KIND_INFO[result.kind].label}, so it is saved as{' '}
              <FileName name={result.correctedName} />.
            </ResultNote>
          )}
        </div>
      </div>
      <div className="max-lg:order-1 lg:text-right">
        <Reduction percent={percent} />
      </div>
      <Actions {...{ item, ofSeveral, signedIn, sharesFiles }} />
    </div>
  );
}

function Actions({ item, ofSeveral, signedIn, sharesFiles }: ResultCardProps) {
  const actions = useResultActions(item, ofSeveral, sharesFiles);
  const shareLabel = !signedIn ? 'Login to Share' : sharesFiles ? 'Share' : 'Copy Link';
  const ShareIcon = sharesFiles ? Share2 : Link2;
  const about = (
    <span className="sr-only">
      <FileName name={item.file.name} />
    </span>
  );
  return (
    <div className="flex flex-col gap-2 max-lg:order-3 sm:max-lg:flex-row lg:w-48">
      <Button onClick={actions.download} aria-busy={actions.busy.download} className="max-lg:flex-1">
        {actions.busy.download ? <Spinner className="text-current" /> : <Download aria-hidden />}
        {signedIn ? 'Download' : 'Login to Download'} {about}
      </Button>
      <Button
        variant="outline"
        onClick={actions.share}
        aria-busy={actions.busy.share}
        className="max-lg:flex-1"
      >
        {actions.busy.share ? <Spinner className="text-current" /> : <ShareIcon aria-hidden />}
        {shareLabel} {about}
      </Button>
      {actions.link && (
        <p className="text-sm text-quiet sm:max-lg:self-center">
          The link works until {new Date(actions.link.expiresAt).toLocaleString(undefined, SHORT_TIME)}.
        </p>
      )}
    </div>
  );
}

const SHORT_TIME: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
};
