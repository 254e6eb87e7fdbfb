import { classNames } from './class-names.ts';

export interface WeightBarProps {
  readonly originalBytes: number;
  readonly compressedBytes: number;
  /** Height in pixels, 12 unless told. */
  readonly heightPx?: number;
  /** False where the bar is a still picture, e.g. in a figure. */
  readonly animated?: boolean;
  /** Spoken instead of the bar; without it the bar is decoration beside numbers. */
  readonly label?: string;
  readonly className?: string;
}

/**
 * The mark of the house: the original's length in a quiet neutral, what is left of it in red, shrinking once.
 * A result that grew fills the whole bar.
 */
export function WeightBar(props: WeightBarProps) {
  const { originalBytes, compressedBytes, heightPx = 12, animated = true, label, className } = props;
  const left = originalBytes > 0 ? Math.min(1, compressedBytes / originalBytes) : 1;
  // A sliver stays visible: at a 99 % reduction there is still a file.
  const percent = Math.max(1.5, left * 100);
  return (
    <div
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={classNames('overflow-hidden rounded-full bg-bar', className)}
      style={{ height: heightPx }}
    >
      <div
        className={classNames('h-full rounded-full bg-primary', animated && 'animate-weigh')}
        style={{ transform: `translateX(${percent - 100}%)` }}
      />
    </div>
  );
}
