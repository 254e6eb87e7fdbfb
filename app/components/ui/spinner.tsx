import { LoaderCircle } from './icons.tsx';
import { classNames } from './class-names.ts';

interface SpinnerProps {
  /** Colour [`text-primary`]. */
  readonly className?: string;
}

/** Turns while something is under way; the words beside it say what. */
export function Spinner({ className = 'text-primary' }: SpinnerProps) {
  return <LoaderCircle aria-hidden className={classNames('size-5 animate-spin', className)} />;
}
