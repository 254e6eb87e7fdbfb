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
      {/* The mark, mirrored and laid down: its quill to the left, its barbs up. */}
      <g transform="translate(40 262) rotate(107) scale(-8.2 8.2) translate(-4 -30)" fill="currentColor">
        <rect x="15.5" y="3" width="13.5" height="3.4" rx="1.7" />
        <rect x="11.8" y="8.1" width="15.4" height="3.4" rx="1.7" />
        <rect x="9.4" y="13.2" width="14" height="3.4" rx="1.7" />
        <rect x="7.8" y="18.3" width="10.2" height="3.4" rx="1.7" />
        <rect x="6.6" y="23.4" width="5.8" height="3.4" rx="1.7" />
        <path
          d="M4 30C5.4 20.5 9 11 17 4.6"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
        />
      </g>
    </svg>
  );
}
