import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { compress, isEngineError } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { filesIn } from '../files-in.ts';
import { Random } from '../random.ts';
import { writeSamples } from '../samples.ts';
import { again } from './again.ts';
import { growth } from './growth.ts';
import { parts } from './parts.ts';
import { place } from './place.ts';
import { presets } from './presets.ts';
import type { Compress, Relation } from './relation.ts';
import { room } from './room.ts';
import { turning } from './turning.ts';
import { writing } from './writing.ts';

/** All relations: a new one is a file and a line here. */
const RELATIONS: readonly Relation[] = [room, writing, turning, place, again, presets, parts, growth];

/**
 * Every relation on every file of a folder, or on the samples. The exit status is 1 where one does not hold.
 * @param args `[FOLDER] [--only RELATION] [--seed N]`
 */
export async function benchRelations(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { only: { type: 'string' }, seed: { type: 'string', default: '1' } },
  });
  const scratch = await mkdtemp(join(tmpdir(), 'bench-relations-'));
  try {
    const folder = positionals[0] ?? scratch;
    if (positionals[0] === undefined) await writeSamples(folder);
    const relations = RELATIONS.filter(({ name }) => values.only === undefined || name === values.only);
    const files = await filesIn(folder);
    if (relations.length === 0) throw new Error(`There is no relation "${values.only}".`);
    if (files.length === 0) throw new Error(`There are no files in ${folder}.`);
    console.log(`seed ${values.seed}`);
    for (const relation of relations) {
      console.log(`${relation.name}: ${relation.title}`);
      let broken = 0;
      for (const path of files) if (!(await holds(relation, path, { folder, seed: values.seed }))) broken++;
      console.log(`${relation.name}: ${files.length - broken} of ${files.length} hold`);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function holds(
  relation: Relation,
  path: string,
  { folder, seed }: { folder: string; seed: string },
): Promise<boolean> {
  const faults = await faultsOf(relation, await readFile(path), `${seed} ${basename(path)}`);
  if (faults.length > 0) process.exitCode = 1;
  console.log(`${faults.length > 0 ? 'BROKEN' : 'ok    '} ${relative(folder, path)} ${faults.join('; ')}`);
  return faults.length === 0;
}

/** @param seed repeats the choices for a file wherever it lies @returns nothing for a file that the engine refuses */
async function faultsOf(relation: Relation, file: Uint8Array, seed: string): Promise<readonly string[]> {
  const random = new Random(createHash('sha256').update(seed).digest().readUInt32LE());
  try {
    return await relation.check(file, { compress: compressNatively, image: codecs.image, random });
  } catch (error) {
    if (isEngineError(error)) return [];
    return [`failed: ${error instanceof Error ? error.message : String(error)}`];
  }
}

const codecs = createNativeCodecs();
const compressNatively: Compress = (file, options) => compress(file, { codecs, ...options });
