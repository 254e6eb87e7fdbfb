import type { QueueItem } from '~/compressor/queue-state.ts';
import { displayNameInText } from '~/compressor/display-name.ts';
import { formatBytes } from '~/compressor/format.ts';
import { classNames } from '~/components/ui/class-names.ts';
import { Progress } from '~/components/ui/progress.tsx';
import { Spinner } from '~/components/ui/spinner.tsx';
import { FileHeading } from './file-name.tsx';
import { KindSheet } from './kind-sheet.tsx';

/** A file that waits or is under way. */
export function ProgressCard({ item }: { readonly item: QueueItem }) {
  const { file, kind, state } = item;
  const percent = state.status === 'working' ? state.percent : 0;
  return (
    <div className="flex items-center gap-4 md:gap-5">
      <KindSheet kind={kind} className={classNames('mx-1', state.status === 'waiting' && 'opacity-60')} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center justify-between gap-4">
          <FileHeading name={file.name} />
          {state.status === 'working' ? (
            <span className="figures flex shrink-0 items-center gap-2 font-semibold">
              <Spinner />
              {percent}%
            </span>
          ) : (
            <span className="shrink-0 text-sm text-quiet">Waiting</span>
          )}
        </div>
        <p className="figures text-sm text-quiet">
          {formatBytes(file.size)}
          {state.status === 'working' && <span className="sr-only">, {percent}% complete</span>}
        </p>
        <Progress
          percent={percent}
          label={`Progress of ${displayNameInText(file.name)}`}
          className="mt-2.5"
        />
      </div>
    </div>
  );
}
