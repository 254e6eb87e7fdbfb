import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Raster } from '#engine/base/raster.ts';
import { compress, PRESETS, type Preset } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { drawings } from './drawings.ts';
import { LATIN, textInFonts } from './fonts.ts';
import { marksKept, rampKept, type Verdict } from './verdicts.ts';
import { ramps } from './ramps.ts';
import { wordsRead } from './words-read.ts';
import { WRITINGS } from './writings.ts';

/** Words that Tesseract may read less: those of the line of 3 levels, which it reads and people hardly do. */
const MOST_WORDS_LOST = 7;

type Kind = keyof typeof WRITINGS;

/** A drawing or a ramp. */
interface Subject {
  readonly name: string;
  readonly raster: Raster;
  readonly judge: (before: Raster, after: Raster, preset: Preset) => Verdict;
}

/**
 * Whether what was drawn faintly is still seen in every kind of file, at every preset. The exit status is 1 where it is not.
 * @param args `[FOLDER] [--only TEXT] [--ocr]`: results are left in the folder for a person to look at; `--ocr` asks Tesseract, too
 */
export async function benchLegibility(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { only: { type: 'string', default: '' }, ocr: { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  let lost = 0;
  for (const subject of (await allSubjects()).filter(({ name }) => name.includes(values.only)))
    for (const kind of kindsOf(subject))
      for (const preset of PRESETS) {
        const { bytes, score, verdict } = await judged(subject, kind, preset, values.ocr);
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

async function judged({ name, raster, judge }: Subject, kind: Kind, preset: Preset, asksOcr: boolean) {
  const { write, read } = WRITINGS[kind];
  const file = await write(raster);
  const { bytes, report } = await compress(file, { codecs, preset });
  const [before, after] = [await read(file), await read(bytes)];
  const verdict = judge(before, after, preset);
  const isAsked = asksOcr && name.startsWith('Latin');
  return { bytes, score: report.score, verdict: isAsked ? await alsoRead(verdict, before, after) : verdict };
}

/** A verdict that fails as well where Tesseract reads fewer words than before. */
async function alsoRead({ isKept, told }: Verdict, before: Raster, after: Raster): Promise<Verdict> {
  const [from, to] = [await wordsRead(before, LATIN), await wordsRead(after, LATIN)];
  return { isKept: isKept && to >= from - MOST_WORDS_LOST, told: `${told}, words ${from} become ${to}` };
}
