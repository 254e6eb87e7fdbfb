/**
 * Draws the icons of the installed app into `public/icons` from the mark. Run with `node infra/media/draw-icons.ts`.
 * Maskable icons keep the mark inside the safe circle of 40 % radius (W3C, "Web Application Manifest", icon masks).
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const directory = fileURLToPath(new URL('../../public/icons/', import.meta.url));
const feather =
  '<g fill="#fff"><rect x="15.5" y="3" width="13.5" height="3.4" rx="1.7"/><rect x="11.8" y="8.1" width="15.4" height="3.4" rx="1.7"/>' +
  '<rect x="9.4" y="13.2" width="14" height="3.4" rx="1.7"/><rect x="7.8" y="18.3" width="10.2" height="3.4" rx="1.7"/>' +
  '<rect x="6.6" y="23.4" width="5.8" height="3.4" rx="1.7"/></g>' +
  '<path d="M4 30C5.4 20.5 9 11 17 4.6" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/>';

interface Icon {
  readonly file: string;
  readonly sizePx: number;
  /** Edge of the mark as a share of the icon. */
  readonly markRatio: number;
  /** Corner radius as a share of the icon; 0 where the system cuts the shape. */
  readonly cornerRatio: number;
}

const icons: readonly Icon[] = [
  { file: 'icon-192.png', sizePx: 192, markRatio: 0.66, cornerRatio: 0.22 },
  { file: 'icon-512.png', sizePx: 512, markRatio: 0.66, cornerRatio: 0.22 },
  { file: 'maskable-192.png', sizePx: 192, markRatio: 0.5, cornerRatio: 0 },
  { file: 'maskable-512.png', sizePx: 512, markRatio: 0.5, cornerRatio: 0 },
  { file: 'apple-touch-icon.png', sizePx: 180, markRatio: 0.6, cornerRatio: 0 },
];

function drawIcon({ sizePx, markRatio, cornerRatio }: Icon): string {
  const scale = (sizePx * markRatio) / 32;
  const offset = (sizePx * (1 - markRatio)) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}">`,
    `<rect width="${sizePx}" height="${sizePx}" rx="${sizePx * cornerRatio}" fill="#c81e1e"/>`,
    `<g transform="translate(${offset} ${offset}) scale(${scale})">${feather}</g>`,
    '</svg>',
  ].join('');
}

await mkdir(directory, { recursive: true });
for (const icon of icons) {
  await sharp(Buffer.from(drawIcon(icon)))
    .png({ palette: true, effort: 10 })
    .toFile(`${directory}${icon.file}`);
}
console.log(`Drew ${icons.length} icons into public/icons.`);
