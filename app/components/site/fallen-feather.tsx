import { FeatherShape } from './feather.tsx';

/** A feather that has fallen: the mark just above its shadow, with the way it came down. */
export function FallenFeather() {
  return (
    <svg viewBox="0 0 420 300" aria-hidden className="mx-auto w-full max-w-105 text-primary">
      <path
        d="M352 6c-118 18-214 40-206 70s150 4 158 40c4 20-26 30-52 36"
        fill="none"
        className="stroke-bar"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="1 11"
      />
      <line x1="20" y1="284" x2="400" y2="284" className="stroke-hairline" strokeWidth="2" />
      <ellipse cx="196" cy="284" rx="92" ry="6" className="fill-bar" />
      <g transform="translate(112 98) rotate(24 80 80) scale(5)">
        <FeatherShape />
      </g>
    </svg>
  );
}
