import { brand } from '~/content/brand.ts';
import { classNames } from '../ui/class-names.ts';

/** The mark: a feather whose barbs are shortening bars. Takes the colour of the text around it. */
export function Feather({ className = 'size-7' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={classNames('text-primary', className)}>
      <FeatherShape />
    </svg>
  );
}

/** Barbs and shaft of the mark on a field of 32 by 32, in the colour of the text around it. */
export function FeatherShape() {
  return (
    <>
      <g fill="currentColor">
        <rect x="15.5" y="3" width="13.5" height="3.4" rx="1.7" />
        <rect x="11.8" y="8.1" width="15.4" height="3.4" rx="1.7" />
        <rect x="9.4" y="13.2" width="14" height="3.4" rx="1.7" />
        <rect x="7.8" y="18.3" width="10.2" height="3.4" rx="1.7" />
        <rect x="6.6" y="23.4" width="5.8" height="3.4" rx="1.7" />
      </g>
      <path
        d="M4 30C5.4 20.5 9 11 17 4.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </>
  );
}

/** Mark and name. */
export function Wordmark({ className }: { readonly className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2', className)}>
      <Feather />
      <span className="font-display text-xl font-bold tracking-tight text-ink">{brand.name}</span>
    </span>
  );
}
