import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Raster } from '#engine/base/raster.ts';
import { compress, PRESETS, type Preset } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { drawings } from './drawings.ts';
import { textInFonts } from './fonts.ts';
import { marksKept, rampKept, type Verdict } from './verdicts.ts';
import { ramps } from './ramps.ts';
import { WRITINGS } from './writings.ts';

type Kind = keyof typeof WRITINGS;

/** A drawing or a ramp. */
interface Subject {
  readonly name: string;
  readonly raster: Raster;
  readonly judge: (before: Raster, after: Raster, preset: Preset) => Verdict;
}

/**
 * Whether what was drawn faintly is still seen in every kind of file, at every preset. The exit status is 1 where it is not.
 * @param args `[FOLDER] [--only TEXT]`: results are left in the folder for a person to look at
 */
export async function benchLegibility(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { only: { type: 'string', default: '' } },
  });
  const [folder] = positionals;
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  let lost = 0;
  for (const subject of (await allSubjects()).filter(({ name }) => name.includes(values.only)))
    for (const kind of kindsOf(subject))
      for (const preset of PRESETS) {
        const { bytes, score, verdict } = await judged(subject, kind, preset);
        if (!verdict.isKept) lost++;
        const result = `${subject.name}, ${kind}, ${preset}: ${bytes.length} bytes, score ${score}`;
        console.log(`${verdict.isKept ? 'ok  ' : 'LOST'} ${result}: ${verdict.told}`);
        if (folder === undefined) continue;
        await writeFile(join(folder, `${subject.name.replaceAll(' ', '-')}-${preset}.${kind}`), bytes);
      }
  console.log(`${lost} lost`);
  if (lost > 0) process.exitCode = 1;
}

async function allSubjects(): Promise<Subject[]> {
  const marked = [...drawings(), ...(await textInFonts())].map((drawing) => ({
    ...drawing,
    judge: (before: Raster, after: Raster, preset: Preset) => marksKept(drawing, before, after, preset),
  }));
  const smooth = ramps().map((ramp) => ({
    ...ramp,
    judge: (before: Raster, after: Raster) => rampKept(ramp, before, after),
  }));
  return [...marked, ...smooth];
}

/** JPEG and our PDFs hold no alpha. */
function kindsOf({ raster }: Subject): Kind[] {
  const all = Object.keys(WRITINGS) as Kind[];
  return raster.channels === 4 ? all.filter((kind) => kind === 'png' || kind === 'webp') : all;
}

const codecs = createNativeCodecs();

async function judged({ raster, judge }: Subject, kind: Kind, preset: Preset) {
  const { write, read } = WRITINGS[kind];
  const file = await write(raster);
  const { bytes, report } = await compress(file, { codecs, preset });
  return { bytes, score: report.score, verdict: judge(await read(file), await read(bytes), preset) };
}
