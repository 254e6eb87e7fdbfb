import { ArrowRight } from 'lucide-react';
import { formatBytes } from '~/compressor/format.ts';

export interface SizesProps {
  readonly originalBytes: number;
  readonly compressedBytes: number;
  /** The sizes are sums over several files, and say so. */
  readonly total?: boolean;
}

/** From, to, saved: the three sizes behind the percentage. */
export function Sizes({ originalBytes, compressedBytes, total = false }: SizesProps) {
  return (
    <dl className="figures flex flex-wrap items-end gap-x-2 gap-y-2 max-sm:text-sm sm:gap-x-4">
      <div>
        <Term total={total}>original</Term>
        {/* The arrow stands in here because a list of terms may hold nothing but terms. */}
        <dd className="flex items-center gap-2 sm:gap-4">
          {formatBytes(originalBytes)}
          <ArrowRight aria-hidden className="size-4 text-quiet" />
        </dd>
      </div>
      <div>
        <Term total={total}>compressed</Term>
        <dd className="font-semibold">{formatBytes(compressedBytes)}</dd>
      </div>
      <div className="ml-auto text-right">
        <Term total={total}>saved</Term>
        <dd>{formatBytes(originalBytes - compressedBytes)}</dd>
      </div>
    </dl>
  );
}

function Term({ total, children }: { readonly total: boolean; readonly children: string }) {
  return (
    <dt className="text-sm text-quiet first-letter:uppercase">
      {/* On a phone three long words do not fit in a row; the percentage above them says that it is the total. */}
      {total && <span className="max-sm:sr-only">Total </span>}
      {children}
    </dt>
  );
}
