import { classNames } from './class-names.ts';

interface WeightBarProps {
  readonly originalBytes: number;
  readonly compressedBytes: number;
  /** Height in pixels [12]. */
  readonly heightPx?: number;
  /** False where the bar is a still picture, e.g. in a figure [true]. */
  readonly animated?: boolean;
  /** Spoken instead of the bar; without it the bar is decoration beside numbers. */
  readonly label?: string;
  readonly className?: string;
}

/**
 * The mark of the house: the original's length in a quiet neutral, the saved part at its end filled with red.
 * More red is better; a file that came back as it was, or grew, is an empty bar.
 */
export function WeightBar(props: WeightBarProps) {
  const { originalBytes, compressedBytes, heightPx = 12, animated = true, label, className } = props;
  const saved = originalBytes > 0 ? Math.max(0, 1 - compressedBytes / originalBytes) : 0;
  // At a reduction of 99 % a part of the file is left and stays visible.
  const percent = Math.min(98.5, saved * 100);
  return (
    <div
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={classNames('overflow-hidden rounded-full bg-bar', className)}
      style={{ height: heightPx }}
    >
      {percent > 0 && (
        <div
          className={classNames('h-full bg-primary', animated && 'animate-weigh')}
          style={{ transform: `translateX(${100 - percent}%)` }}
        />
      )}
    </div>
  );
}
