import type { ReactNode } from 'react';
import type { Sample } from '~/content/measurements.ts';
import { Plume, Sheet } from '../art/vocabulary.tsx';

/** Two drawn phones: a heavy file, and the same file light, what was saved filled in its bar. Numbers are measured. */
export function Phones({ sample, className }: { readonly sample: Sample; readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 524 560"
      className={className}
      role="img"
      aria-label={`Two phones: a photo album of ${sample.from}, and the same album with ${sample.to}, ${sample.saved} lighter.`}
    >
      <g transform="translate(22 14) rotate(-5 120 240)">
        <Phone>
          <Sheet x={62} y={78} w={116} h={150} label="PDF" />
          <PhoneText y={272} size={26} text={sample.from} />
          <PhoneText y={298} size={13} text="album.pdf" quiet />
          <rect x={28} y={322} width={184} height={16} rx={8} className="fill-bar" />
          <Lines y={362} />
        </Phone>
      </g>
      <g transform="translate(258 60) rotate(4 120 240)">
        <Phone>
          <Sheet x={76} y={74} w={88} h={116} label="PDF" />
          <Plume x={138} y={140} size={62} />
          <PhoneText y={244} size={38} text={`−${sample.saved}`} red />
          <PhoneText y={272} size={17} text={sample.to} />
          <PhoneText y={298} size={13} text="same pages, same look" quiet />
          <SavedBar left={sample.toBytes / sample.fromBytes} />
          <rect x={28} y={368} width={184} height={44} rx={10} className="fill-primary" />
          <text x={120} y={395} textAnchor="middle" className="fill-on-primary text-[15px] font-semibold">
            Download
          </text>
        </Phone>
      </g>
    </svg>
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
      className={`figures font-display ${quiet ? 'font-normal' : 'font-bold'} ${colour}`}
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
        <rect x={28} y={322} width={width} height={16} rx={8} />
      </clipPath>
      <rect x={28} y={322} width={width} height={16} rx={8} className="fill-bar" />
      <g clipPath="url(#phone-bar)">
        <g className="animate-weigh" style={{ transform: `translateX(${left * width}px)` }}>
          <rect x={28} y={322} width={width} height={16} className="fill-primary" />
        </g>
      </g>
    </g>
  );
}

function Lines({ y }: { readonly y: number }) {
  return (
    <g className="fill-bar">
      <rect x={28} y={y} width={184} height={7} rx={3.5} />
      <rect x={28} y={y + 20} width={150} height={7} rx={3.5} />
      <rect x={28} y={y + 40} width={170} height={7} rx={3.5} />
    </g>
  );
}
