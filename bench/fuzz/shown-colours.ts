import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { isPictureKind, type FileKind } from '#engine/index.ts';
import type { Shown } from './block-means.ts';
import type { View } from './view.ts';
import { runProgram } from '../run-program.ts';
import { writeFile, rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { image } = createNativeCodecs();

/** As for plain samples, in levels of 255. */
const LARGEST = 40;

/**
 * Whether two pictures with other samples have the same colours, each under its own profile: the programs that show them
 * look at samples only, so Little CMS (its own program) says what a block's colour means.
 */
export async function sameColours(
  kind: FileKind,
  source: Uint8Array,
  result: Uint8Array,
  before: View,
  after: View,
): Promise<boolean> {
  const [was, is] = [before.shown.get('picture'), after.shown.get('picture')];
  if (!isPictureKind(kind) || !was || !is) return false;
  if (was.width !== is.width || was.height !== is.height) return false;
  const [old, now] = await Promise.all([source, result].map((bytes) => profileOf(bytes)));
  if (!old && !now) return false;
  const [a, b] = await Promise.all([coloursOf(was, old ?? null), coloursOf(is, now ?? null)]);
  return a !== null && b !== null && a.every((value, at) => Math.abs(value - b[at]!) <= LARGEST);
}

async function profileOf(bytes: Uint8Array): Promise<Uint8Array | null> {
  return image.probe(bytes).then(
    ({ icc }) => icc,
    () => null,
  );
}

/** @returns null when Little CMS cannot read the profile */
async function coloursOf({ blocks }: Shown, icc: Uint8Array | null): Promise<number[] | null> {
  const colours = Array.from({ length: blocks.length / 4 }, (_, at) => [
    ...blocks.subarray(at * 4, at * 4 + 3),
  ]);
  if (!icc) return colours.flat();
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-colours-'));
  try {
    const [profile, list] = [join(folder, 'profile.icc'), join(folder, 'colours')];
    await writeFile(profile, icc);
    await writeFile(
      list,
      `${colours.map((colour) => colour.map((value) => value.toFixed(2)).join(' ')).join('\n')}\n`,
    );
    const { output } = await runProgram('sh', [
      '-c',
      'transicc -i "$1" -o "*sRGB" -t 1 -n < "$2"',
      'sh',
      profile,
      list,
    ]);
    const shown = output
      .toString('latin1')
      .trim()
      .split(/\s+/)
      .map(Number)
      .slice(0, colours.length * 3);
    if (shown.length < colours.length * 3 || shown.some(Number.isNaN)) return null;
    return shown.map((value) => Math.max(0, Math.min(255, value)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
