import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FILE_KINDS, PRESETS, type FileKind } from '#engine/index.ts';
import { Random } from '../random.ts';
import { EngineLane } from './engine-lane.ts';
import { isFailure, judge, type Judgement, type Mutant } from './judge.ts';
import { mutate } from './mutate.ts';
import { readCase, saveCase, type CaseFacts } from './saved-cases.ts';
import { generatedSeeds, seedsIn, type Seed } from './seeds.ts';
import { Tally } from './tally.ts';

export interface FuzzOptions {
  readonly count: number;
  readonly seed: number;
  /** Number of the first mutant: a run can be continued [0]. */
  readonly from?: number;
  readonly kinds?: readonly FileKind[];
  /** Engine processes at the same time [one a core]. */
  readonly atOnce?: number;
  /** Folder of more files to make mutants of. */
  readonly files?: string;
  /** Where mutants that fail are kept. */
  readonly failuresFolder: string;
  /** Time after which no further mutant is begun, in ms [none]. */
  readonly limitMs?: number;
  /** Called for each mutant that fails. */
  readonly onFailure?: (path: string, judgement: Judgement) => void;
}

/**
 * `npm run fuzz -- [FOLDER] [--count 1000] [--seed 1] [--from 0] [--minutes N] [--kind KIND] [--at-once N]
 * [--replay CASE.json]`:
 * exit status 1 when a mutant crashed an engine process, was answered wrongly, or came back damaged or different.
 */
export async function fuzz(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      minutes: { type: 'string' },
      kind: { type: 'string', multiple: true },
      'at-once': { type: 'string' },
      failures: { type: 'string', default: 'fuzz-failures' },
      replay: { type: 'string' },
    },
  });
  if (values.replay !== undefined) return replay(values.replay);
  const kinds = values.kind?.map(kindOf);
  const tally = await runFuzz({
    count: Number(values.count),
    seed: Number(values.seed),
    from: Number(values.from),
    failuresFolder: values.failures,
    ...(kinds ? { kinds } : {}),
    ...(values['at-once'] ? { atOnce: Number(values['at-once']) } : {}),
    ...(values.minutes ? { limitMs: 60_000 * Number(values.minutes) } : {}),
    ...(positionals[0] ? { files: positionals[0] } : {}),
    onFailure: (path, { verdict, detail }) => console.error(`${verdict}: ${path}\n  ${detail.slice(0, 600)}`),
  });
  tally.print();
  process.exitCode = tally.failures > 0 ? 1 : 0;
}

/** Sends mutants through engine processes and judges every answer. */
export async function runFuzz(options: FuzzOptions): Promise<Tally> {
  const { count, seed, from = 0, atOnce = availableParallelism(), kinds = FILE_KINDS } = options;
  const endsAt = performance.now() + (options.limitMs ?? Infinity);
  const tally = new Tally();
  const all = [...(await generatedSeeds()), ...(options.files ? await seedsIn(options.files) : [])];
  const seeds = all.filter(({ kind }) => kinds.includes(kind));
  if (seeds.length === 0) throw new Error(`No files of the kinds ${kinds.join(', ')} were found.`);
  let next = from;
  await inLanes(atOnce, async (lane, folder) => {
    for (let number = next++; number < from + count && performance.now() < endsAt; number = next++) {
      const { mutant, facts } = makeMutant(seeds, kinds, seed, number);
      const run = await lane.run(mutant.bytes, mutant.preset);
      const judgement = await judge(mutant, run, join(folder, 'views'));
      tally.add(mutant.kind, judgement.verdict, run);
      if (!isFailure(judgement.verdict)) continue;
      const path = await saveCase(options.failuresFolder, mutant, { ...facts, ...judgement });
      options.onFailure?.(path, judgement);
    }
  });
  return tally;
}

/** The mutant with a number: always the same for the same seeds. */
function makeMutant(
  seeds: readonly Seed[],
  kinds: readonly FileKind[],
  seed: number,
  number: number,
): { mutant: Mutant; facts: Omit<CaseFacts, keyof Judgement> } {
  const random = new Random(Math.imul(seed, 0x9e3779b1) + Math.imul(number + 1, 0x85ebca6b));
  const kind = random.one(kinds.filter((each) => seeds.some((one) => one.kind === each)));
  const origin = random.one(seeds.filter((each) => each.kind === kind));
  const preset = random.chance(0.7) ? 'balanced' : random.one(PRESETS);
  const { bytes, mutations } = mutate(origin, seeds, random);
  return {
    mutant: { kind, preset, bytes },
    facts: { seed, number, origin: origin.name, mutations: [...mutations] },
  };
}

async function inLanes(
  count: number,
  work: (lane: EngineLane, folder: string) => Promise<void>,
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const lanes: EngineLane[] = [];
  try {
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const folder = join(root, String(index));
        await mkdir(join(folder, 'engine'), { recursive: true });
        const lane = new EngineLane(join(folder, 'engine'));
        lanes.push(lane);
        await lane.warm();
        await work(lane, folder);
      }),
    );
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
    await rm(root, { recursive: true, force: true });
  }
}

/** Runs one saved case again and says how it ended. */
async function replay(path: string): Promise<void> {
  const { facts, ...mutant } = await readCase(path);
  await inLanes(1, async (lane, folder) => {
    const run = await lane.run(mutant.bytes, mutant.preset);
    const { verdict, detail } = await judge(mutant, run, join(folder, 'views'));
    console.log(`${facts.origin} after ${facts.mutations.join(', ')}, preset ${mutant.preset}`);
    console.log(`${verdict}${detail ? `: ${detail}` : ''}`);
    console.log(`${run.cpuSeconds.toFixed(2)} s of CPU time, ${Math.round(run.peakResidentBytes / 1e6)} MB`);
    process.exitCode = isFailure(verdict) ? 1 : 0;
  });
}

function kindOf(name: string): FileKind {
  const kind = FILE_KINDS.find((each) => each === name);
  if (!kind) throw new Error(`Expected one of ${FILE_KINDS.join(', ')} for --kind but received ${name}`);
  return kind;
}
