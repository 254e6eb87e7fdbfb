import { Hourglass, RotateCcw } from '~/components/ui/late-icons.tsx';
import { X } from '~/components/ui/icons.tsx';
import type { QueueItem } from '~/compressor/queue/queue-state.ts';
import { displayNameInText } from '~/compressor/selection/display-name.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { classNames } from '~/components/ui/class-names.ts';
import { Progress } from '~/components/ui/progress.tsx';
import { Spinner } from '~/components/ui/spinner.tsx';
import { FileName } from './file-name.tsx';
import { FileRow } from './file-row.tsx';
import { KindSheet } from './kind-sheet.tsx';
import { IconButton, RowButton } from './row-button.tsx';
import { optionsWords } from './made-with.ts';
import { StageWords } from './stage-words.tsx';

interface PendingRowProps {
  readonly item: QueueItem;
  readonly onCancel: () => void;
  /** Tries at once what waits for the line or a busy server. */
  readonly onTryNow: () => void;
}

/** A file that waits or is under way: how far it is, and where it stands. */
export function PendingRow({ item, onCancel, onTryNow }: PendingRowProps) {
  const { file, kind, state, earlier } = item;
  const working = state.status === 'working' ? state : null;
  const percent = working?.percent ?? 0;
  const stalled = working?.stage?.at === 'stalled';
  return (
    <FileRow
      name={file.name}
      folder={item.folder}
      picture={<KindSheet kind={kind} small className={classNames('mx-auto', !working && 'opacity-60')} />}
      origin={optionsWords(item.options, kind) + (item.place === 'device' ? ', on this device' : '')}
      sizes={<p>{formatBytes(earlier?.size ?? file.size)}</p>}
      bar={<Progress percent={percent} label={`Progress of ${displayNameInText(file.name)}`} />}
      figure={
        working ? (
          // The bar says it to those who do not see it.
          <span aria-hidden className="font-semibold">
            {percent}%
          </span>
        ) : (
          <span className="text-sm text-quiet">Waiting</span>
        )
      }
      actions={
        stalled ? (
          <RowButton variant="outline" onClick={onTryNow} className="max-sm:flex-1">
            <RotateCcw aria-hidden />
            Try again{' '}
            <span className="sr-only">
              with <FileName name={file.name} />
            </span>
          </RowButton>
        ) : (
          working && (
            <p className="figures flex min-w-0 items-center gap-2 self-center text-sm text-quiet wide:mr-auto">
              <Spinner className="shrink-0 text-quiet" />
              <StageWords stage={working.stage} again={earlier !== null} />
            </p>
          )
        )
      }
      corner={
        <IconButton does="Cancel" file={file.name} onClick={onCancel}>
          <X aria-hidden />
        </IconButton>
      }
    >
      {stalled && (
        <p className="figures mt-1.5 flex items-start gap-2 text-sm font-medium wide:mt-0 wide:pb-1.5">
          <Hourglass aria-hidden className="mt-0.75 size-4 shrink-0 text-notice" />
          <span>
            <StageWords stage={working.stage} again={false} />
          </span>
        </p>
      )}
    </FileRow>
  );
}
