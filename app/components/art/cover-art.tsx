import type { ReactNode } from 'react';
import type { Cover, CoverScene } from '~/content/article.ts';
import { Bar, Frame, Plume, Screen, Sheet, Tab } from './vocabulary.tsx';

interface CoverArtProps {
  readonly cover: Cover;
  readonly className?: string;
}

/** The drawn cover of an article: a scene from our few shapes, and below it the weight bar. */
export function CoverArt({ cover, className }: CoverArtProps) {
  const left = cover.to / cover.from;
  return (
    <svg viewBox="0 0 400 300" data-cover aria-hidden className={className}>
      {scenes[cover.scene](cover.label)}
      <Bar x={40} y={270} w={320} left={left} />
    </svg>
  );
}

type Scene = (label: string) => ReactNode;

const scenes: Readonly<Record<CoverScene, Scene>> = {
  sheets: (label) => (
    <>
      <Sheet x={60} y={34} w={140} h={190} rotate={-7} />
      <Sheet x={96} y={26} w={140} h={190} rotate={-2} label={label} />
      <Arrow x={254} y={124} />
      <Sheet x={300} y={96} w={78} h={106} rotate={4} lines={3} />
    </>
  ),
  slides: (label) => (
    <>
      {[0, 1, 2].map((index) => (
        <Screen key={index} x={56 + index * 26} y={30 + index * 30} w={236} h={142} />
      ))}
      <Tab x={126} y={106} label={label} />
      <Frame x={236} y={108} w={92} h={62} />
      <Lines x={126} y={146} widths={[90, 74, 84]} />
      <Plume x={306} y={168} size={78} />
    </>
  ),
  frames: (label) => (
    <>
      <Frame x={42} y={34} w={210} h={150} rotate={-4} />
      <Frame x={196} y={112} w={160} h={112} rotate={5} />
      <Tab x={64} y={196} label={label} />
      <Plume x={288} y={24} size={72} />
    </>
  ),
  envelope: (label) => (
    <>
      <Sheet x={140} y={20} w={130} h={160} label={label} />
      <path
        d="M64 110l136 78 136-78v118a12 12 0 0 1-12 12H76a12 12 0 0 1-12-12z"
        className="fill-raised stroke-edge"
        strokeWidth="1.5"
      />
      <path d="M64 236l100-68M336 236l-100-68" className="fill-none stroke-edge" strokeWidth="1.5" />
      <Plume x={312} y={26} size={62} />
    </>
  ),
  phone: (label) => (
    <>
      <Screen x={132} y={16} w={136} h={240} radius={22} />
      <rect x={178} y={26} width={44} height={6} rx={3} className="fill-bar" />
      <Sheet x={158} y={50} w={84} h={112} label={label} />
      <Bar x={152} y={184} w={96} left={0.3} h={10} />
      <rect x={152} y={208} width={96} height={28} rx={8} className="fill-primary" />
      <rect x={176} y={220} width={48} height={5} rx={2.5} className="fill-on-primary" />
      <Sheet x={32} y={112} w={74} h={100} rotate={-8} />
      <Plume x={298} y={104} size={72} />
    </>
  ),
  lens: (label) => (
    <>
      <Sheet x={70} y={22} w={160} h={216} label={label} />
      <circle cx={250} cy={130} r={66} className="fill-raised stroke-ink" strokeWidth={7} />
      <path d="M298 180l48 50" className="stroke-ink" strokeWidth={12} strokeLinecap="round" />
      <Frame x={206} y={100} w={88} h={60} />
    </>
  ),
  stage: (label) => (
    <>
      <path d="M200 172l-86 84M200 172l86 84" className="stroke-edge" strokeWidth={5} strokeLinecap="round" />
      <Screen x={62} y={22} w={276} h={166} />
      <Frame x={196} y={48} w={118} h={84} />
      <Tab x={86} y={50} label={label} />
      <Lines x={86} y={92} widths={[84, 70, 80]} />
      <Bar x={86} y={152} w={228} left={0.38} h={10} />
    </>
  ),
  browser: (label) => (
    <>
      <Screen x={44} y={24} w={312} h={220} />
      <path d="M44 56h312" className="stroke-edge" strokeWidth={1.5} />
      {[62, 78, 94].map((x, index) => (
        <circle key={x} cx={x} cy={40} r={5} className={index === 0 ? 'fill-primary' : 'fill-bar'} />
      ))}
      <Frame x={64} y={74} w={164} h={112} />
      <Lines x={248} y={82} widths={[88, 72, 84, 60]} />
      <Tab x={248} y={156} label={label} />
      <Lines x={64} y={206} widths={[264, 220]} />
    </>
  ),
  compare: (label) => (
    <>
      <Frame x={54} y={44} w={136} h={180} />
      <Frame x={210} y={44} w={136} h={180} />
      <path d="M200 26v216" className="stroke-ink" strokeWidth={3} />
      <circle cx={200} cy={134} r={17} className="fill-primary" />
      <path
        d="M194 128l-6 6 6 6M206 128l6 6-6 6"
        className="fill-none stroke-on-primary"
        strokeWidth={2.4}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <Tab x={64} y={54} label={label} />
    </>
  ),
  desks: (label) => (
    <>
      <Laptop x={34} y={110} />
      <Laptop x={230} y={110} />
      <path
        d="M102 92c30-62 166-62 196 0"
        className="fill-none stroke-edge"
        strokeWidth={2}
        strokeDasharray="3 9"
        strokeLinecap="round"
      />
      <Sheet x={156} y={8} w={88} h={92} lines={2} label={label} />
      <Plume x={276} y={126} size={50} />
      <Lines x={58} y={134} widths={[70, 54, 64]} />
    </>
  ),
  printer: (label) => (
    <>
      <Sheet x={64} y={14} w={104} h={132} />
      <rect
        x={34}
        y={104}
        width={164}
        height={84}
        rx={12}
        className="fill-sunk stroke-edge"
        strokeWidth={1.5}
      />
      <circle cx={176} cy={124} r={5} className="fill-primary" />
      <path d="M62 160h108v72H62z" className="fill-raised stroke-edge" strokeWidth={1.5} />
      <Lines x={76} y={176} widths={[80, 64, 74]} />
      <path
        d="M232 118l68 42 68-42v72a8 8 0 0 1-8 8H240a8 8 0 0 1-8-8z"
        className="fill-raised stroke-edge"
        strokeWidth={1.5}
      />
      <Tab x={277} y={88} label={label} />
    </>
  ),
  film: (label) => (
    <>
      <rect x={40} y={60} width={320} height={150} rx={12} className="fill-ink" />
      {Array.from({ length: 9 }, (_, index) => (
        <g key={index} className="fill-ground">
          <rect x={54 + index * 34} y={70} width={18} height={12} rx={3} />
          <rect x={54 + index * 34} y={188} width={18} height={12} rx={3} />
        </g>
      ))}
      <Frame x={54} y={92} w={136} h={86} />
      <Frame x={210} y={92} w={136} h={86} />
      <circle cx={200} cy={135} r={26} className="fill-primary" />
      <path d="M193 122l20 13-20 13z" className="fill-on-primary" />
      <Tab x={48} y={26} label={label} />
    </>
  ),
};

function Lines(props: { readonly x: number; readonly y: number; readonly widths: readonly number[] }) {
  return (
    <g className="fill-bar">
      {props.widths.map((width, index) => (
        <rect key={index} x={props.x} y={props.y + index * 16} width={width} height={5} rx={2.5} />
      ))}
    </g>
  );
}

function Arrow({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <path
      d={`M${x} ${y}h30m-9-9l9 9-9 9`}
      className="fill-none stroke-primary"
      strokeWidth={4}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

function Laptop({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g>
      <Screen x={x + 10} y={y} w={116} h={84} radius={8} />
      <path d={`M${x} ${y + 92}h136l-8 14a6 6 0 0 1-5 3H${x + 13}a6 6 0 0 1-5-3z`} className="fill-edge" />
    </g>
  );
}
