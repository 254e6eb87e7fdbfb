import { X } from 'lucide-react';
import type { QueueItem } from '~/compressor/queue-state.ts';
import { displayNameInText } from '~/compressor/display-name.ts';
import { formatBytes } from '~/compressor/format.ts';
import { classNames } from '~/components/ui/class-names.ts';
import { Progress } from '~/components/ui/progress.tsx';
import { Spinner } from '~/components/ui/spinner.tsx';
import { FileRow } from './file-row.tsx';
import { KindSheet } from './kind-sheet.tsx';
import { IconButton } from './row-button.tsx';

export interface PendingRowProps {
  readonly item: QueueItem;
  readonly onCancel: () => void;
}

/** A file that waits or is under way. */
export function PendingRow({ item, onCancel }: PendingRowProps) {
  const { file, kind, state, earlier } = item;
  const working = state.status === 'working';
  const percent = working ? state.percent : 0;
  return (
    <FileRow
      name={file.name}
      picture={<KindSheet kind={kind} small className={classNames('mx-auto', !working && 'opacity-60')} />}
      sizes={
        <p className="wide:text-right">
          {formatBytes(earlier?.size ?? file.size)}
          {working && <span className="sr-only">, {percent}% complete</span>}
        </p>
      }
      bar={<Progress percent={percent} label={`Progress of ${displayNameInText(file.name)}`} />}
      figure={
        working ? (
          <span className="font-semibold">{percent}%</span>
        ) : (
          <span className="text-sm text-quiet">Waiting</span>
        )
      }
      actions={
        working && (
          <p className="flex items-center gap-2 self-center text-sm text-quiet wide:mr-auto">
            <Spinner className="text-quiet" />
            {earlier ? 'Trying again' : 'Compressing'}
          </p>
        )
      }
      corner={
        <IconButton does="Cancel" file={file.name} onClick={onCancel}>
          <X aria-hidden />
        </IconButton>
      }
    />
  );
}
