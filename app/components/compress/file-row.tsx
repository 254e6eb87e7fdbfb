import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '~/components/ui/class-names.ts';
import { FileHeading } from './file-name.tsx';

export interface FileRowProps {
  readonly picture: ReactNode;
  readonly name: string;
  /** A few quiet words under the name. */
  readonly origin?: string;
  /** What the file weighs, in one line. */
  readonly sizes: ReactNode;
  /** The bar, with what belongs under it. */
  readonly bar?: ReactNode;
  /** The number of the row, at the end of its measure. */
  readonly figure: ReactNode;
  readonly actions?: ReactNode;
  /** One icon button in the corner: what opens, cancels or removes. */
  readonly corner: ReactNode;
  /** Sentences about this file, and what is opened below it. */
  readonly children?: ReactNode;
  /** Set back: nothing came of this file. */
  readonly muted?: boolean;
}

/** One file: a single line on wide screens, stacked with the actions below on all others. */
export function FileRow(props: FileRowProps) {
  const { picture, name, origin, sizes, bar, figure, actions, corner, children, muted } = props;
  return (
    <div
      className={classNames(
        'grid grid-cols-[2.75rem_minmax(0,1fr)_auto_2.75rem] items-center gap-x-3 py-2 pr-1 pl-3',
        'wide:min-h-14 wide:grid-cols-[2.75rem_minmax(0,1fr)_11.75rem_8rem_3.25rem_var(--actions)_2.25rem] wide:gap-x-3 wide:py-1.5 wide:pr-2',
        muted && 'bg-sunk',
      )}
    >
      <div className="row-span-2 wide:row-span-1">{picture}</div>
      <div className="min-w-0">
        <FileHeading name={name} />
        {origin && <p className="truncate text-xs text-quiet">{origin}</p>}
      </div>
      <div className="figures text-right wide:order-3">{figure}</div>
      <div className="figures col-span-2 col-start-2 min-w-0 text-sm text-quiet wide:order-1 wide:col-span-1 wide:col-start-auto">
        {sizes}
      </div>
      <div className="col-span-full mt-2 mr-2 empty:hidden wide:order-2 wide:col-span-1 wide:m-0 wide:empty:block">
        {bar}
      </div>
      <div className="col-span-full mt-2.5 mr-2 mb-1 flex flex-wrap gap-2 empty:hidden sm:justify-end wide:order-4 wide:col-span-1 wide:m-0 wide:flex-nowrap wide:gap-1.5 wide:empty:block">
        {actions}
      </div>
      <div className="max-wide:col-start-4 max-wide:row-span-2 max-wide:row-start-1 wide:order-5">
        {corner}
      </div>
      <div className="col-span-full mr-2 grid gap-1 empty:hidden wide:order-6 wide:col-start-2">
        {children}
      </div>
    </div>
  );
}

/** A sentence about one file: why it came back as it was, or what was corrected. */
export function RowNote({ children }: { readonly children: ReactNode }) {
  return (
    <p className="mt-1.5 flex items-start gap-2 text-sm wide:mt-0 wide:pb-1">
      <Info aria-hidden className="mt-0.75 size-4 shrink-0 text-notice" />
      <span>{children}</span>
    </p>
  );
}
