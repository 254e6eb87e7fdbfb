import { classNames } from '~/components/ui/class-names.ts';

/** Heavy becomes light: a thick stack of sheets, an arrow, one sheet with a short bar. Decoration. */
export function DropPicture({ lit }: { readonly lit: boolean }) {
  return (
    <svg viewBox="0 0 440 320" aria-hidden className="hidden w-full md:block">
      <line x1="10" y1="290" x2="430" y2="290" className="stroke-hairline" strokeWidth="2" />
      {/* The heavy file presses the line down a little. */}
      <g className={classNames('transition-transform duration-250 ease-out', lit && 'translate-y-1.5')}>
        <g className="fill-raised stroke-edge" strokeWidth="2">
          <rect x="46" y="82" width="150" height="200" rx="10" transform="rotate(-5 121 182)" />
          <rect x="46" y="80" width="150" height="202" rx="10" transform="rotate(3 121 182)" />
          <rect x="42" y="76" width="150" height="206" rx="10" />
        </g>
        <rect x="60" y="96" width="114" height="74" rx="6" className="fill-sunk" />
        <path d="M60 158l30-32 24 24 18-16 42 36H66a6 6 0 0 1-6-6Z" className="fill-bar" />
        <circle cx="150" cy="116" r="9" className="fill-bar" />
        <rect x="60" y="186" width="114" height="8" rx="4" className="fill-hairline" />
        <rect x="60" y="204" width="84" height="8" rx="4" className="fill-hairline" />
        <rect x="60" y="244" width="114" height="14" rx="7" className="fill-bar" />
      </g>
      <path
        d="M218 190h38m-12-12 12 12-12 12"
        fill="none"
        className="stroke-edge"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {/* The light one floats. */}
      <g className={classNames('transition-transform duration-250 ease-out', lit && '-translate-y-3')}>
        <rect
          x="280"
          y="52"
          width="130"
          height="178"
          rx="10"
          className="fill-raised stroke-primary"
          strokeWidth="2"
        />
        <rect x="296" y="70" width="98" height="64" rx="6" className="fill-primary-wash" />
        <path
          d="M296 122l26-28 20 21 16-14 36 31a6 6 0 0 1-4 2h-88a6 6 0 0 1-6-6Z"
          className="fill-primary/35"
        />
        <circle cx="374" cy="88" r="8" className="fill-primary/35" />
        <rect x="296" y="148" width="98" height="7" rx="3.5" className="fill-hairline" />
        <rect x="296" y="164" width="72" height="7" rx="3.5" className="fill-hairline" />
        <rect x="296" y="198" width="98" height="14" rx="7" className="fill-bar" />
        <rect x="327" y="198" width="67" height="14" rx="7" className="fill-primary" />
      </g>
      <ellipse cx="345" cy="290" rx={lit ? 46 : 56} ry="4" className="fill-hairline" />
    </svg>
  );
}
