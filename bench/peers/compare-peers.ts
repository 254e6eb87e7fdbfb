import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { FileKind } from '#engine/index.ts';
import { filesIn, kindByName } from '../files-in.ts';
import { runCli } from '../measured-run.ts';
import { loadOracle, type Oracle } from '../ssimulacra2-oracle.ts';
import { printTable } from '../table.ts';
import { judgeDeck } from './judge-deck.ts';
import { judgeDocument } from './judge-document.ts';
import { judgePicture } from './judge-picture.ts';
import { gatherPublicSet } from './public-set.ts';
import { publish } from './publish.ts';
import { startKey, summarize, type Run, type Summary } from './results.ts';
import { readKnown, type KnownRuns } from './known-runs.ts';
import { installPackedCommand } from './packed-command.ts';
import { isInstalled, OURS, ours, RIVALS, type Rival } from './rivals.ts';
import { runMeasured, type ToolRun } from './run-measured.ts';
import { smallFile } from './small-file.ts';
import type { Verdict } from './verdict.ts';

const INSTALL_APART = fileURLToPath(new URL('../../infra/setup/install-apart.ts', import.meta.url));
const RIVALS_FROM_NPM = fileURLToPath(new URL('../../infra/rivals', import.meta.url));

/** A program that takes longer on one file has failed on it. */
const LIMIT_SECONDS = 300;

/**
 * Puts every file of a folder through our command-line tool, packed and installed, and through whatever rivals are installed, judges
 * every result by independent meters, and prints the best undamaged rival beside ours, by kind and by file.
 * With --gather the folder is first filled with the public set; with --publish the figures are written into the docs and
 * the page of the site. With --known FILE the rivals' results are written there, and not made again by the next run.
 */
export async function comparePeers(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      gather: { type: 'boolean' },
      publish: { type: 'boolean' },
      jobs: { type: 'string', default: '1' },
      known: { type: 'string' },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error('Expected a folder: npm run bench -- peers FOLDER [--gather]');
  if (values.gather && (await isEmpty(folder)))
    console.error(`${await gatherPublicSet(folder)} files gathered`);

  execFileSync(process.execPath, [INSTALL_APART, RIVALS_FROM_NPM], { stdio: 'inherit' });
  const scratch = await mkdtemp(join(tmpdir(), 'peers-'));
  try {
    const command = ours(await installPackedCommand(join(scratch, 'command')));
    const known = await readKnown(values.known);
    const runs = await runAll(folder, { scratch, command, known, lanes: Number(values.jobs) });
    const summary = summarize(
      runs,
      await measureStarts(new Set(runs.map(({ kind }) => kind)), scratch, command),
    );
    print(summary);
    if (values.publish) await publish(summary);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Times that a start is measured: the quickest counts. */
const STARTS = 3;

/** CPU of the start of each program, by {@link startKey} [s]. */
async function measureStarts(
  kinds: ReadonlySet<FileKind>,
  scratch: string,
  command: Rival,
): Promise<Map<string, number>> {
  const starts = new Map<string, number>();
  for (const kind of kinds) {
    const [path, result] = [join(scratch, `small.${kind}`), join(scratch, `small-result.${kind}`)];
    await writeFile(path, await smallFile(kind));
    for (const rival of [command, ...installedFor(kind)]) {
      let least = Infinity;
      for (let time = 0; time < STARTS; time++) {
        await rm(result, { force: true });
        least = Math.min(least, (await start(rival, path, result)).cpuSeconds);
      }
      starts.set(startKey(kind, rival.name), least);
    }
  }
  return starts;
}

async function isEmpty(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => [])).length === 0;
}

interface Comparison {
  /** For results. */
  readonly scratch: string;
  readonly command: Rival;
  readonly known: KnownRuns;
  /** Files at once; CPU is measured by process, so that more do no harm but to the caches, and to the clock. */
  readonly lanes: number;
}

async function runAll(folder: string, { scratch, command, known, lanes }: Comparison): Promise<Run[]> {
  const oracle = await loadOracle();
  const runs: Run[] = [];
  const queue = (await filesIn(folder)).flatMap((path) => {
    // By the name: rivals go by it as well.
    const kind = kindByName(path);
    return kind ? [{ path, kind }] : [];
  });
  const total = queue.length;
  const lane = async (number: number): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      for (const rival of [command, ...installedFor(next.kind)]) {
        const run =
          known.find(basename(next.path), rival) ??
          (await runOne(next.path, next.kind, rival, join(scratch, `lane-${number}`), oracle));
        await known.add(run);
        runs.push(run);
      }
      console.error(`${total - queue.length}/${total} ${basename(next.path)}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, at) => lane(at)));
  return runs;
}

const absent = new Set<string>();

function installedFor(kind: FileKind): Rival[] {
  return (RIVALS[kind] ?? []).filter((rival) => {
    if (isInstalled(rival)) return true;
    if (!absent.has(rival.name)) console.error(`${rival.name} is not installed and left out`);
    absent.add(rival.name);
    return false;
  });
}

async function runOne(
  path: string,
  kind: FileKind,
  rival: Rival,
  lane: string,
  oracle: Oracle,
): Promise<Run> {
  const result = `${lane}${extname(path)}`;
  await rm(result, { force: true });
  const sourceBytes = (await stat(path)).size;
  const { status, complaints, cpuSeconds, seconds } = await start(rival, path, result);
  const bytes = (await stat(result).catch(() => null))?.size ?? 0;
  const run = { file: basename(path), kind, rival: rival.name, sourceBytes, bytes, cpuSeconds, seconds };
  if (bytes === 0 || status !== 0)
    return {
      ...run,
      quality: null,
      losses: [complaints.split('\n').at(-1)?.slice(0, 120) || `status ${status}`],
    };
  const verdict = await judge(path, result, kind, oracle).catch((error: unknown) => ({
    quality: 0,
    losses: [`cannot be read: ${String(error).slice(0, 120)}`],
  }));
  return { ...run, ...verdict };
}

/** Ours is measured with its engine, which the shell's count misses. */
async function start(rival: Rival, input: string, output: string): Promise<ToolRun> {
  const [program, ...args] = rival.command(input, output);
  if (rival.name !== OURS) return runMeasured(program, args, LIMIT_SECONDS);
  const { exitCode, errorText, cpuSeconds = 0, seconds } = await runCli(args.slice(1), args[0]);
  return { status: exitCode, complaints: errorText, cpuSeconds, seconds };
}

function judge(source: string, result: string, kind: FileKind, oracle: Oracle): Promise<Verdict> {
  if (kind === 'pdf') return judgeDocument(source, result);
  return kind === 'pptx' ? judgeDeck(source, result) : judgePicture(source, result, oracle);
}

function print({ kinds, files }: Summary): void {
  printTable(files, [
    { title: 'file', value: (row) => row.file, isText: true },
    { title: 'source', value: (row) => row.sourceBytes.toLocaleString('en') },
    { title: 'ours', value: (row) => row.oursBytes.toLocaleString('en') },
    { title: 'quality', value: (row) => row.quality?.toFixed(1) ?? '-' },
    { title: 'best other', value: (row) => row.bestBytes.toLocaleString('en') },
    { title: 'by', value: (row) => row.bestRival ?? 'nobody', isText: true },
    { title: 'ours to best', value: (row) => row.ratio.toFixed(3) },
    { title: 'note', value: (row) => row.losses.join(', '), isText: true },
  ]);
  for (const kind of kinds) {
    console.log(
      `\n${kind.kind}: ${kind.files} files, ours to the best other ${kind.ratio.toFixed(3)} (geometric mean)`,
    );
    printTable(kind.programs, [
      { title: 'program', value: (row) => row.name, isText: true },
      { title: 'bytes', value: (row) => row.bytes.toLocaleString('en') },
      { title: 'of the source', value: (row) => `${(100 * row.share).toFixed(1)} %` },
      { title: 'failed or harmed', value: (row) => String(row.harmed) },
      { title: 'CPU s', value: (row) => row.cpuSeconds.toFixed(1) },
      { title: 'without starts', value: (row) => row.workSeconds.toFixed(1) },
      { title: 'clock s', value: (row) => row.seconds.toFixed(1) },
    ]);
  }
}
