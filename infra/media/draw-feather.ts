/**
 * Draws the picture of the home page's comparison, which visitors also try the site with: a macaw's feather with dew,
 * computed barb by barb and saved as cameras do, hardly compressed; beside it what our engine makes of that file. Writes
 * `feather.jpg`, `feather-compressed.jpg`, the two for phones and a thumbnail into `public/media`, and what they weigh into
 * `app/content/hero-picture.ts` and `small-hero-picture.ts`:
 *
 *   node infra/media/draw-feather.ts [--engine-only]
 *
 * With `--engine-only` the originals stay and are compressed anew, which a change of the engine asks for.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { compress } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { heroPicture } from '../../app/content/hero-picture.ts';
import { smallHeroPicture } from '../../app/content/small-hero-picture.ts';
import { photographFeather } from './feather/photograph.ts';

const root = new URL('../../public/', import.meta.url);
const folder = new URL('media/', root);
const content = new URL('../../app/content/', import.meta.url);
const [option] = process.argv.slice(2);

await mkdir(folder, { recursive: true });
for (const [figures, { name, original, compressed, width, height }] of [
  ['hero-picture.ts', heroPicture],
  ['small-hero-picture.ts', smallHeroPicture],
] as const) {
  const file = new URL(`.${original}`, root);
  if (option !== '--engine-only') await writeFile(file, await photographFeather(width, height));
  const source = new Uint8Array(await readFile(file));
  const { bytes, report } = await compress(source, { codecs: createNativeCodecs() });
  await writeFile(new URL(`.${compressed}`, root), bytes);
  const module = new URL(figures, content);
  const text = (await readFile(module, 'utf8'))
    .replace(/fromBytes: [\d_]+/, `fromBytes: ${source.length}`)
    .replace(/toBytes: [\d_]+/, `toBytes: ${bytes.length}`);
  await writeFile(module, text);
  process.stdout.write(`${name} ${source.length} → ${bytes.length} bytes, score ${report.score}\n`);
}
await sharp(fileURLToPath(new URL(`.${heroPicture.original}`, root)))
  .resize(192, 144)
  .webp({ quality: 80 })
  .toFile(fileURLToPath(new URL(`.${heroPicture.thumbnail}`, root)));
