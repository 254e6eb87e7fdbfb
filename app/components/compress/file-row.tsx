import type { ReactNode } from 'react';
import { Info } from '~/components/ui/late-icons.tsx';
import { classNames } from '~/components/ui/class-names.ts';
import { FileHeading } from './file-name.tsx';

interface FileRowProps {
  readonly picture: ReactNode;
  readonly name: string;
  /** The folders that it came in, see queue-state.ts. */
  readonly folder: string;
  /** A few quiet words behind the sizes: how and where it is made. */
  readonly origin?: ReactNode;
  /** What the file weighs, in one line. */
  readonly sizes: ReactNode;
  /** The bar, with what belongs under it. */
  readonly bar?: ReactNode;
  /** The number of the row, at the end of its measure. */
  readonly figure?: ReactNode;
  readonly actions?: ReactNode;
  /** One icon button in the corner: what opens, cancels or removes. */
  readonly corner: ReactNode;
  /** Sentences about this file, and what is opened below it. */
  readonly children?: ReactNode;
  /** Set back: nothing came of this file. */
  readonly muted?: boolean;
}

/** One file: name and sizes with everything else beside them on wide screens, stacked with the actions below on all others. */
export function FileRow(props: FileRowProps) {
  const { picture, name, folder, origin, sizes, bar, figure, actions, corner, children, muted } = props;
  return (
    <div
      className={classNames(
        'group/row grid grid-cols-[2.75rem_minmax(0,1fr)_auto_2.75rem] items-center gap-x-3 py-1 pr-1 pl-3',
        'wide:min-h-14 wide:grid-cols-[2.75rem_minmax(0,1fr)_7rem_3.25rem_var(--actions)_2.75rem] wide:gap-x-3 wide:py-1 wide:pr-2',
        muted && 'bg-sunk',
      )}
    >
      <div className="col-start-1 row-span-2 row-start-1">{picture}</div>
      <div className="min-w-0 wide:col-start-2 wide:row-start-1 self-end leading-5">
        <FileHeading name={name} folder={folder} />
      </div>
      <div className="figures text-right leading-5 wide:col-start-4 wide:row-span-2 wide:row-start-1">
        {figure}
      </div>
      <div className="figures col-span-2 col-start-2 flex min-w-0 flex-wrap items-baseline gap-x-2 self-start text-sm leading-5 text-quiet max-sm:gap-x-1 max-sm:text-[0.8125rem]/5 wide:col-span-1 wide:col-start-2 wide:row-start-2 wide:flex-nowrap wide:gap-x-1.5">
        <div className="min-w-0 wide:shrink-0">{sizes}</div>
        {origin && (
          <span className="text-xs/5 max-sm:text-[0.6875rem]/5 wide:truncate wide:text-[0.6875rem]/5">
            {origin}
          </span>
        )}
      </div>
      <div className="col-span-full mt-0.5 mr-2 empty:hidden max-sm:group-has-[[data-folded]]/row:hidden wide:col-span-1 wide:col-start-3 wide:row-span-2 wide:row-start-1 wide:m-0">
        {bar}
      </div>
      <div className="col-span-full mt-0.5 mr-2 flex flex-wrap gap-2 empty:hidden sm:justify-end wide:col-span-1 wide:col-start-5 wide:row-span-2 wide:row-start-1 wide:m-0 wide:flex-nowrap wide:gap-1.5">
        {actions}
      </div>
      <div className="col-start-4 row-span-2 row-start-1 justify-self-center wide:col-start-6">{corner}</div>
      <div className="col-span-full mr-2 grid grid-cols-[minmax(0,1fr)] gap-1 empty:hidden wide:col-start-2">
        {children}
      </div>
    </div>
  );
}

interface RowNoteProps {
  readonly icon?: ReactNode;
  /** On phones cut after one line, which the row's bar gives way to; of several the first is shown. */
  readonly isFolded?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A sentence about one file: why it came back as it was, or what was corrected. */
export function RowNote({ icon = <Info />, isFolded = false, className, children }: RowNoteProps) {
  return (
    <p
      {...(isFolded && { 'data-folded': true })}
      className={classNames(
        'mt-1.5 flex items-start gap-2 text-sm wide:mt-0 wide:pb-1',
        isFolded && 'max-sm:mt-0.5 max-sm:gap-1.5 max-sm:text-xs/4 max-sm:[[data-folded]~&]:sr-only',
        className,
      )}
    >
      <span
        aria-hidden
        className={classNames('shrink-0 text-notice [&>svg]:size-4', isFolded ? 'sm:mt-0.75' : 'mt-0.75')}
      >
        {icon}
      </span>
      <span className={classNames(isFolded && 'max-sm:truncate')}>{children}</span>
    </p>
  );
}
