import { CircleSlash, RotateCcw } from '~/components/ui/late-icons.tsx';
import { X } from '~/components/ui/icons.tsx';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import type { QueueItem } from '~/compressor/queue/queue-state.ts';
import { FileName } from './file-name.tsx';
import { FileRow } from './file-row.tsx';
import { KindSheet } from './kind-sheet.tsx';
import { IconButton, RowButton } from './row-button.tsx';

interface FailedRowProps {
  readonly item: QueueItem;
  readonly message: string;
  /** Set when trying again may help. */
  readonly onRetry?: (() => void) | undefined;
  /** Set when the server can do what this device could not: then the file is uploaded. */
  readonly onServer?: (() => void) | undefined;
  readonly onRemove: () => void;
}

/** A file that did not come back: why, in words, on its own row. */
export function FailedRow({ item, message, onRetry, onServer, onRemove }: FailedRowProps) {
  const { file, kind } = item;
  return (
    <FileRow
      muted
      name={file.name}
      folder={item.folder}
      picture={<KindSheet kind={kind} small className="mx-auto opacity-50 grayscale" />}
      sizes={
        <p className="max-[24rem]:text-[0.6875rem]/5">
          {formatBytes(file.size)}, <span className="font-medium text-ink">not compressed</span>
        </p>
      }
      actions={
        <>
          {onRetry && (
            <RowButton variant="outline" onClick={onRetry} className="max-sm:flex-1">
              <RotateCcw aria-hidden />
              Try again{' '}
              <span className="sr-only">
                with <FileName name={file.name} />
              </span>
            </RowButton>
          )}
          {onServer && (
            <RowButton variant="outline" onClick={onServer} className="max-sm:flex-1">
              Compress on our servers{' '}
              <span className="sr-only">
                : <FileName name={file.name} />
              </span>
            </RowButton>
          )}
        </>
      }
      corner={
        <IconButton does="Remove" file={file.name} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      }
    >
      <p className="mt-1.5 flex items-start gap-2 text-sm font-medium max-sm:mt-0.5 max-sm:text-xs/4 wide:mt-0 wide:pb-1.5">
        <CircleSlash aria-hidden className="mt-0.75 size-4 shrink-0 max-sm:mt-0" />
        {message}
      </p>
    </FileRow>
  );
}
