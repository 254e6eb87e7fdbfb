/** A feather that fell: the mark at rest on a hairline, with the way it came down. */
export function FallenFeather() {
  return (
    <svg viewBox="0 0 420 300" aria-hidden className="mx-auto w-full max-w-105 text-primary">
      <path
        d="M318 8c-96 22-150 46-142 74s128 8 132 42-120 18-134 56c-6 17 4 30 20 40"
        fill="none"
        className="stroke-hairline"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="2 12"
      />
      <ellipse cx="214" cy="271" rx="130" ry="6" className="fill-sunk" />
      <line x1="20" y1="272" x2="400" y2="272" className="stroke-hairline" strokeWidth="2" />
      <g transform="translate(96 262) rotate(-7)">
        <g fill="currentColor">
          <rect x="150" y="-56" width="16" height="52" rx="8" transform="rotate(62 158 -4)" />
          <rect x="120" y="-60" width="16" height="58" rx="8" transform="rotate(54 128 -4)" />
          <rect x="92" y="-52" width="16" height="50" rx="8" transform="rotate(50 100 -4)" />
          <rect x="66" y="-42" width="16" height="40" rx="8" transform="rotate(46 74 -4)" />
          <rect x="42" y="-30" width="16" height="28" rx="8" transform="rotate(44 50 -4)" />
        </g>
        <path
          d="M0 6C60 -4 130 -12 228 -22"
          fill="none"
          stroke="currentColor"
          strokeWidth="7"
          strokeLinecap="round"
        />
      </g>
    </svg>
  );
}
