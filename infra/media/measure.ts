/**
 * Measures the files behind the site's figures anew and writes what came out into `app/content/measurements.ts`:
 *
 *   node infra/media/measure.ts FOLDER [--print]
 *
 * The folder, searched through and through, holds the public files; each is recognised by its size in bytes, which the
 * measurements name. With `--print` nothing is written. Figures also stand in pictures: after this, draw the social
 * pictures again (draw-social-pictures.ts). Exit status 1 when a file was not found; the others are written all the same.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';

const MEASUREMENTS = fileURLToPath(new URL('../../app/content/measurements.ts', import.meta.url));
/** `sample('label', 'name', bytes before, bytes after)` */
const SAMPLE = /(sample\('([^']+)', '[^']+', )(\d+), (\d+)\)/g;

const [folder, option] = process.argv.slice(2);
if (!folder || (option !== undefined && option !== '--print')) {
  console.error('Usage: node infra/media/measure.ts FOLDER [--print]');
  process.exit(2);
}
const files = await filesBySize(folder);
const codecs = createNativeCodecs();
let text = readFileSync(MEASUREMENTS, 'utf8');
for (const [call, head = '', label = '', from, to] of [...text.matchAll(SAMPLE)]) {
  const path = files.get(Number(from));
  if (path === undefined) {
    console.error(`${label}: no file of ${from} bytes in ${folder}`);
    process.exitCode = 1;
    continue;
  }
  const { bytes } = await compress(new Uint8Array(await readFile(path)), { codecs });
  const percent = (size: number) => `${(100 - (size / Number(from)) * 100).toFixed(1)} % off`;
  console.log(
    `${label}\t${from}\t${to} (${percent(Number(to))})\t${bytes.length} (${percent(bytes.length)})`,
  );
  text = text.replace(call, `${head}${from}, ${bytes.length})`);
}
if (option !== '--print') writeFileSync(MEASUREMENTS, text);

async function filesBySize(root: string): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.set((await stat(path)).size, path);
  }
  return found;
}
