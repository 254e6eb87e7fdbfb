/**
 * Prints the figures for `app/content/measurements.ts`: bytes before and after with the default preset.
 *
 *   node infra/media/measure.ts FILE...
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { compress } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';

const codecs = createNativeCodecs();
for (const path of process.argv.slice(2)) {
  const source = new Uint8Array(await readFile(path));
  const { bytes } = await compress(source, { codecs });
  console.log(`${basename(path)}\t${source.length}\t${bytes.length}`);
}
