import type { ReactNode } from 'react';
import type { Sample } from '~/content/measurements.ts';

/** Two drawn phones: an album that is large, and the same page of it small, what was saved filled in its bar. Numbers are measured. */
export function Phones({ sample, className }: { readonly sample: Sample; readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 524 560"
      className={className}
      role="img"
      aria-label={`Two phones: a photo album of ${sample.from}, and the same page of it with ${sample.to}, ${sample.saved} smaller.`}
    >
      <g transform="translate(22 14) rotate(-5 120 240)">
        <Phone>
          <AlbumPage />
          <PhoneText y={312} size={30} text={sample.from} />
          <PhoneText y={336} size={13} text="album.pdf" quiet />
          <rect x={28} y={356} width={184} height={16} rx={8} className="fill-bar" />
        </Phone>
      </g>
      <g transform="translate(258 60) rotate(4 120 240)">
        <Phone>
          <AlbumPage />
          <PhoneText y={312} size={34} text={`−${sample.saved}`} red />
          <PhoneText y={336} size={13} text={`${sample.to}, same pages, same look`} quiet />
          <SavedBar left={sample.toBytes / sample.fromBytes} />
        </Phone>
      </g>
    </svg>
  );
}

/** A page of the album: a photo over its caption. */
function AlbumPage() {
  return (
    <g transform="translate(45 62)">
      <rect width={150} height={206} rx={6} className="fill-raised stroke-edge" strokeWidth="1.5" />
      <svg x={12} y={12} width={126} height={100} viewBox="0 0 126 100" preserveAspectRatio="xMidYMid slice">
        <rect width="126" height="100" className="fill-primary-wash" />
        <circle cx="90" cy="36" r="15" className="fill-primary" />
        <path d="M0 100V66l34-30 26 24 20-15 46 38v17z" className="fill-bar" />
        <path d="M0 100V82l28-15 36 17 30-10 32 13v13z" className="fill-edge" />
      </svg>
      <g className="fill-bar">
        <rect x={12} y={126} width={82} height={9} rx={4.5} className="fill-ink" />
        <rect x={12} y={148} width={126} height={5} rx={2.5} />
        <rect x={12} y={162} width={126} height={5} rx={2.5} />
        <rect x={12} y={176} width={88} height={5} rx={2.5} />
      </g>
    </g>
  );
}

function Phone({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <rect width={240} height={480} rx={38} className="fill-ink" />
      <rect x={9} y={9} width={222} height={462} rx={30} className="fill-ground" />
      <rect x={86} y={22} width={68} height={18} rx={9} className="fill-ink" />
      <rect x={80} y={454} width={80} height={5} rx={2.5} className="fill-edge" />
      {children}
    </>
  );
}

interface PhoneTextProps {
  readonly y: number;
  readonly size: number;
  readonly text: string;
  readonly quiet?: boolean;
  readonly red?: boolean;
}

function PhoneText({ y, size, text, quiet, red }: PhoneTextProps) {
  const colour = red ? 'fill-primary' : quiet ? 'fill-quiet' : 'fill-ink';
  return (
    <text
      x={120}
      y={y}
      textAnchor="middle"
      fontSize={size}
      className={`figures ${quiet ? 'font-sans' : 'font-display'} ${colour}`}
    >
      {text}
    </text>
  );
}

/** The saved part slides in from the right behind the clip, as the weight bar does on result cards. */
function SavedBar({ left }: { readonly left: number }) {
  const width = 184;
  return (
    <g>
      <clipPath id="phone-bar">
        <rect x={28} y={356} width={width} height={16} rx={8} />
      </clipPath>
      <rect x={28} y={356} width={width} height={16} rx={8} className="fill-bar" />
      <g clipPath="url(#phone-bar)">
        <g className="animate-weigh" style={{ transform: `translateX(${left * width}px)` }}>
          <rect x={28} y={356} width={width} height={16} className="fill-primary" />
        </g>
      </g>
    </g>
  );
}
