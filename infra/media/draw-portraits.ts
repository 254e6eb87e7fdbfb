/**
 * Draws the sample portraits of team and testimonials into `public/portraits`, from the same few flat shapes as the
 * other pictures. Run with `node infra/media/draw-portraits.ts`; the same input gives the same files.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { team } from '../../app/content/team.ts';
import { testimonials } from '../../app/content/testimonials.ts';

const directory = new URL('../../public/portraits/', import.meta.url);

const skins = [
  '#5b3a29',
  '#8a5a3c',
  '#d9a47e',
  '#6f4630',
  '#c68a5f',
  '#efc9a9',
  '#4a2e20',
  '#a86f48',
  '#e3b48f',
];
const hairs = [
  '#1c1917',
  '#2b2220',
  '#5a3a22',
  '#1c1917',
  '#3a2c26',
  '#c9a56b',
  '#1c1917',
  '#241c1a',
  '#6b2f1d',
];
const grounds = [
  '#f3d9d2',
  '#e7e2da',
  '#f1e3c8',
  '#dfe5dc',
  '#ead7c6',
  '#d9dfe4',
  '#f3d9d2',
  '#e7e2da',
  '#f1e3c8',
];
const clothes = [
  '#c81e1e',
  '#57534e',
  '#a31515',
  '#2f4a3c',
  '#1c1917',
  '#c81e1e',
  '#8a8378',
  '#7a2d1f',
  '#41536b',
];

/** Hair behind and before the face, as path data in a square of 120. */
const cuts: readonly { readonly back?: string; readonly front: string }[] = [
  {
    back: 'M32 60a28 30 0 0 1 56 0v26H32z',
    front: 'M37 54c4-22 42-22 46 0-14-2-22-7-27-13-4 7-11 11-19 13z',
  },
  { front: 'M37 52c-1-26 47-26 46 0-4-7-8-9-10-9H47c-3 0-7 2-10 9z' },
  {
    back: 'M47 27a13 12 0 1 1 26 0 13 12 0 1 1-26 0z',
    front: 'M36 54c2-26 46-26 48 0-8-6-15-9-24-9s-16 3-24 9z',
  },
  { front: 'M38 48c2-20 42-20 44 0-6-5-12-7-22-7s-16 2-22 7z' },
  {
    back: 'M30 56a30 32 0 0 1 60 0c4 16 2 30-4 38H34c-6-8-8-22-4-38z',
    front: 'M37 56c0-10 8-22 28-22 12 0 18 10 18 22-10-3-18-8-22-14-4 8-12 12-24 14z',
  },
  { front: 'M36 56c-4-30 50-34 48-2l-5-12c-8 4-22 2-30-3-3 7-9 10-13 17z' },
  {
    back: 'M28 54a32 30 0 0 1 64 0 14 14 0 0 1-8 22H36a14 14 0 0 1-8-22z',
    front: 'M37 54c4-16 42-16 46 0-8-5-14-7-23-7s-15 2-23 7z',
  },
  { front: 'M37 54c-4-28 50-28 46 0-2-8-4-12-8-14-8 4-26 4-32 0-3 3-5 8-6 14z' },
  {
    back: 'M33 58a27 30 0 0 1 54 0l3 34H30z',
    front: 'M37 58c2-22 18-26 24-26s20 4 22 26c-6-4-9-12-10-17-10 6-24 4-30 3-1 5-3 10-6 14z',
  },
];

function drawPortrait(name: string, index: number): string {
  const pick = <T>(list: readonly T[], step: number): T => list[(index * step) % list.length] as T;
  const cut = pick(cuts, 1);
  const skin = pick(skins, 1);
  const hair = pick(hairs, 1);
  const shirt = pick(clothes, index < 9 ? 1 : 2);
  const beard =
    index % 9 === 3 ? `<path d="M40 64c0 26 40 26 40 0-4 8-10 9-20 9s-16-1-20-9z" fill="${hair}"/>` : '';
  const glasses =
    index % 4 === 1
      ? '<g fill="none" stroke="#1c1917" stroke-width="2"><circle cx="51" cy="59" r="7"/><circle cx="69" cy="59" r="7"/><path d="M58 58h4"/></g>'
      : '';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="240" height="240" role="img"><title>${name}</title>`,
    `<rect width="120" height="120" fill="${pick(grounds, 1)}"/>`,
    cut.back ? `<path d="${cut.back}" fill="${hair}"/>` : '',
    `<path d="M16 120c2-26 20-34 44-34s42 8 44 34z" fill="${shirt}"/>`,
    `<path d="M50 74h20v14a10 10 0 0 1-20 0z" fill="${skin}"/><path d="M50 80c4 6 16 6 20 0v4c-4 7-16 7-20 0z" opacity=".18"/>`,
    `<rect x="38" y="34" width="44" height="50" rx="22" fill="${skin}"/>`,
    beard,
    `<path d="${cut.front}" fill="${hair}"/>`,
    '<g fill="#1c1917"><circle cx="51" cy="59" r="2.4"/><circle cx="69" cy="59" r="2.4"/></g>',
    `<path d="M53 72c4 4 10 4 14 0" fill="none" stroke="${beard ? '#f5f3ef' : '#1c1917'}" stroke-width="2" stroke-linecap="round"/>`,
    glasses,
    '</svg>',
  ].join('');
}

await mkdir(directory, { recursive: true });
const people = [...team, ...testimonials];
await Promise.all(
  people.map((person, index) => {
    const file = person.image.split('/').at(-1) ?? '';
    return writeFile(new URL(file, directory), `${drawPortrait(person.name, index)}\n`);
  }),
);
console.log(`Drew ${people.length} portraits into public/portraits.`);
