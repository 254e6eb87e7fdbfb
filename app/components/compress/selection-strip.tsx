import { X } from 'lucide-react';
import { formatBytes } from '~/compressor/format.ts';
import type { QueueItem } from '~/compressor/queue-state.ts';
import { Button } from '~/components/ui/button.tsx';
import { Tooltip } from '~/components/ui/tooltip.tsx';
import { FileName } from './file-name.tsx';

/** What was selected, folded to one line, with a way to clear it. */
export function SelectionStrip(props: {
  readonly items: readonly QueueItem[];
  readonly busy: boolean;
  readonly onClear: () => void;
}) {
  const { items, busy, onClear } = props;
  const [first] = items;
  if (!first) return null;
  const bytes = items.reduce((sum, item) => sum + item.file.size, 0);
  const clearLabel = busy ? 'Stop and clear selection' : 'Clear selection';
  return (
    <div className="flex min-h-14 items-center gap-3 rounded-card border border-hairline bg-sunk py-1.5 pr-1.5 pl-4">
      <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 text-sm">
        <span className="sr-only">Selected: </span>
        <span className="max-w-full truncate font-medium">
          {items.length === 1 ? <FileName name={first.file.name} /> : `${items.length} files`}
        </span>
        <span className="figures text-quiet">{formatBytes(bytes)}</span>
      </p>
      <Tooltip text={clearLabel}>
        <Button variant="ghost" size="icon" aria-label={clearLabel} onClick={onClear}>
          <X aria-hidden />
        </Button>
      </Tooltip>
    </div>
  );
}
