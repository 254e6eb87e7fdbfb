import { LoaderCircle } from 'lucide-react';
import { classNames } from './class-names.ts';

/** Turns while something is under way; the words beside it say what. */
export function Spinner({ className }: { readonly className?: string }) {
  return <LoaderCircle aria-hidden className={classNames('size-5 animate-spin text-primary', className)} />;
}
