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
    <dl className="figures flex flex-wrap items-end gap-x-4 gap-y-2">
      <div>
        <Term>{labels.original}</Term>
        {/* The arrow stands in here because a list of terms may hold nothing but terms. */}
        <dd className="flex items-center gap-4">
          {formatBytes(originalBytes)}
          <ArrowRight aria-hidden className="size-4 text-quiet" />
        </dd>
      </div>
      <div>
        <Term>{labels.compressed}</Term>
        <dd className="font-semibold">{formatBytes(compressedBytes)}</dd>
      </div>
      <div className="ml-auto sm:text-right">
        <Term>{labels.saved}</Term>
        <dd>{formatBytes(originalBytes - compressedBytes)}</dd>
      </div>
    </dl>
  );
}

function Term({ children }: { readonly children: string }) {
  return <dt className="text-sm text-quiet">{children}</dt>;
}
