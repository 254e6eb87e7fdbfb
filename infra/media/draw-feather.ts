/**
 * Draws the picture of the home page's comparison, which visitors also try the site with: a macaw's feather with dew,
 * computed barb by barb and saved as cameras do, hardly compressed; beside it what our engine makes of that file. Writes
 * `feather.jpg`, `feather-compressed.jpg` and a thumbnail into `public/media`, and what they weigh into `app/content/hero-picture.ts`:
 *
 *   node infra/media/draw-feather.ts [--engine-only]
 *
 * With `--engine-only` the original stays and is compressed anew, which a change of the engine asks for.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { compress } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { photographFeather } from './feather/photograph.ts';

const folder = new URL('../../public/media/', import.meta.url);
const figures = fileURLToPath(new URL('../../app/content/hero-picture.ts', import.meta.url));
const [option] = process.argv.slice(2);

await mkdir(folder, { recursive: true });
const original = new URL('feather.jpg', folder);
if (option !== '--engine-only') await writeFile(original, await photographFeather(1200, 900));

const source = new Uint8Array(await readFile(original));
const { bytes, report } = await compress(source, { codecs: createNativeCodecs() });
await writeFile(new URL('feather-compressed.jpg', folder), bytes);
await sharp(source)
  .resize(192, 144)
  .webp({ quality: 80 })
  .toFile(fileURLToPath(new URL('feather-thumbnail.webp', folder)));
const text = (await readFile(figures, 'utf8'))
  .replace(/fromBytes: [\d_]+/, `fromBytes: ${source.length}`)
  .replace(/toBytes: [\d_]+/, `toBytes: ${bytes.length}`);
await writeFile(figures, text);
process.stdout.write(`feather.jpg ${source.length} → ${bytes.length} bytes, score ${report.score}\n`);
