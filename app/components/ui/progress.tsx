import { classNames } from './class-names.ts';

interface ProgressProps {
  /** 0 to 100. */
  readonly percent: number;
  /** Name for screen readers. */
  readonly label: string;
  readonly className?: string;
}

export function Progress({ percent, label, className }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={classNames('h-2 overflow-hidden rounded-full bg-bar', className)}
    >
      <div
        className="h-full rounded-full bg-ink transition-transform duration-250 ease-out"
        style={{ transform: `translateX(${percent - 100}%)` }}
      />
    </div>
  );
}
