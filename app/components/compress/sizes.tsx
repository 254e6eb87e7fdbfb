import { ArrowRight } from 'lucide-react';
import { formatBytes } from '~/compressor/format.ts';

export interface SizesProps {
  readonly originalBytes: number;
  readonly compressedBytes: number;
  readonly labels: { readonly original: string; readonly compressed: string; readonly saved: string };
}

/** From, to, saved: the three sizes behind the percentage. */
export function Sizes({ originalBytes, compressedBytes, labels }: SizesProps) {
  return (
    <dl className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <Size label={labels.original} bytes={originalBytes} />
      <ArrowRight aria-hidden className="mb-1 size-4 text-quiet" />
      <Size label={labels.compressed} bytes={compressedBytes} strong />
      <div className="ml-auto">
        <Size label={labels.saved} bytes={originalBytes - compressedBytes} end />
      </div>
    </dl>
  );
}

function Size(props: {
  readonly label: string;
  readonly bytes: number;
  readonly strong?: boolean;
  readonly end?: boolean;
}) {
  return (
    <div className={props.end ? 'sm:text-right' : undefined}>
      <dt className="text-sm text-quiet">{props.label}</dt>
      <dd className={props.strong ? 'figures font-semibold' : 'figures'}>{formatBytes(props.bytes)}</dd>
    </div>
  );
}
