import { Plus, SlidersHorizontal } from '~/components/ui/late-icons.tsx';
import { X } from '~/components/ui/icons.tsx';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { failedCount, type QueueItem } from '~/compressor/queue/queue-state.ts';
import { Button, buttonVariants } from '~/components/ui/button.tsx';
import { classNames } from '~/components/ui/class-names.ts';
import { Tooltip } from '~/components/ui/tooltip.tsx';
import { FileInput } from './file-input.tsx';
import { FileName } from './file-name.tsx';

interface ResultsHeaderProps {
  readonly items: readonly QueueItem[];
  readonly busy: boolean;
  readonly steering: boolean;
  readonly onSteer: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onReset: () => void;
}

/** What was selected, in one line, with ways to add to it, to change the settings and to start over. */
export function ResultsHeader(props: ResultsHeaderProps) {
  const { items, busy, steering, onSteer, onFiles, onReset } = props;
  const bytes = items.reduce((sum, item) => sum + item.file.size, 0);
  const failed = failedCount(items);
  const clearLabel = busy ? 'Stop and clear selection' : 'Clear selection';
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2 max-wide:w-full">
      <p className="mr-auto flex min-w-0 max-[52rem]:basis-full flex-wrap items-baseline gap-x-2 text-sm wide:mr-2">
        <span className="sr-only">Selected: </span>
        <span className="max-w-56 truncate font-medium">
          {items.length === 1 && items[0] ? <FileName name={items[0].file.name} /> : `${items.length} files`}
        </span>
        {/* On wide screens the totals tell it. */}
        {failed > 0 && items.length > 1 && <span className="wide:hidden">{failed} not compressed</span>}
        <span className="figures text-quiet">{formatBytes(bytes)}</span>
      </p>
      <div className="contents max-[52rem]:[&>:last-child]:ml-auto">
        <label htmlFor="add-files" className={classNames(buttonVariants({ variant: 'ghost' }), ADD_LOOKS)}>
          <FileInput id="add-files" label="Add files" onFiles={onFiles} />
          <Plus aria-hidden className="max-sm:hidden" />
          <span aria-hidden>Add files</span>
        </label>
        <Button
          variant="ghost"
          aria-expanded={steering}
          onClick={onSteer}
          className="px-3! max-sm:px-2! max-sm:text-sm"
        >
          <SlidersHorizontal aria-hidden className="max-sm:hidden" />
          Settings
        </Button>
        {!busy && (
          <Button variant="outline" onClick={onReset} className="px-4! max-sm:order-last max-sm:w-full">
            Compress Another File
          </Button>
        )}
        <Tooltip text={clearLabel}>
          <Button variant="ghost" size="icon" aria-label={clearLabel} onClick={onReset}>
            <X aria-hidden />
          </Button>
        </Tooltip>
      </div>
    </div>
  );
}

const ADD_LOOKS =
  'cursor-pointer px-3! max-sm:px-2! max-sm:text-sm has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary';
