import { RESULT_INFO, type ResultKind } from '#engine/api/kinds.ts';
import { classNames } from '~/components/ui/class-names.ts';

interface KindSheetProps {
  readonly kind: ResultKind;
  readonly small?: boolean;
  readonly className?: string;
}

/** A sheet of paper with a folded corner that says which kind of file it is. */
export function KindSheet({ kind, small, className }: KindSheetProps) {
  return (
    <svg
      viewBox="0 0 48 60"
      aria-hidden
      className={classNames('shrink-0', small ? 'h-11 w-9' : 'h-15 w-12', className)}
    >
      <path
        d="M6 1.5h25L46.5 17v37A4.5 4.5 0 0 1 42 58.5H6A4.5 4.5 0 0 1 1.5 54V6A4.5 4.5 0 0 1 6 1.5Z"
        className="fill-raised stroke-edge"
        strokeWidth="1.5"
      />
      <path d="M31 1.5V13a4 4 0 0 0 4 4h11.5" fill="none" className="stroke-edge" strokeWidth="1.5" />
      <text
        x="24"
        y="43"
        textAnchor="middle"
        className="fill-ink font-sans text-[12px] font-bold tracking-tight"
      >
        {RESULT_INFO[kind].label}
      </text>
      <rect x="10" y="48" width="28" height="3" rx="1.5" className="fill-bar" />
      <rect x="21" y="48" width="17" height="3" rx="1.5" className="fill-primary" />
    </svg>
  );
}
