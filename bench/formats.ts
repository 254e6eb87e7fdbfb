import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import sharp, { type AvifOptions } from 'sharp';
import { compress, isEngineError, isPictureKind, type OutputKind } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { withCpuSeconds } from './cpu-seconds.ts';
import { filesIn, kindByName } from './files-in.ts';
import { judgePicture } from './peers/judge-picture.ts';
import { loadOracle, type Oracle } from './ssimulacra2-oracle.ts';
import { printTable, type Column } from './table.ts';

/** One picture in one way; null for what could not be made. */
interface Made {
  readonly bytes: number;
  /** SSIMULACRA2 by the independent meter. */
  readonly score: number;
  readonly cpuSeconds: number;
}

type Way = OutputKind | 'auto' | 'sharp';

interface Row {
  readonly name: string;
  readonly kind: OutputKind;
  readonly megapixels: number;
  readonly made: ReadonlyMap<Way, Made | null>;
}

const FORMATS: readonly OutputKind[] = ['jpeg', 'png', 'webp', 'avif'];
/** The only rival's chromas: its own choice, and what most of its users set. */
const CHROMAS: readonly AvifOptions['chromaSubsampling'][] = ['4:4:4', '4:2:0'];

const codecs = createNativeCodecs();

/**
 * Every picture of a folder in each format and by `auto`, at one score: bytes, an independent score and CPU, beside the
 * AVIF of sharp at the quality that reaches what ours does. Means are geometric. `--rival` turns the last on.
 */
export async function benchFormats(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { score: { type: 'string', default: '70' }, rival: { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error('Expected a folder of pictures');
  const scratch = await mkdtemp(join(tmpdir(), 'bench-formats-'));
  try {
    const judge = judgeIn(scratch, await loadOracle());
    const rows: Row[] = [];
    for (const path of await filesIn(folder)) {
      const row = await measure(
        path,
        relative(folder, path),
        { ...values, score: Number(values.score) },
        judge,
      );
      if (row) printTable([row], COLUMNS);
      if (row) rows.push(row);
    }
    console.log();
    printTable(rows, COLUMNS);
    console.log();
    printTable(sharesOf(rows), SHARE_COLUMNS);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

type Judge = (source: string, result: Uint8Array) => Promise<number>;

function judgeIn(scratch: string, oracle: Oracle): Judge {
  return async (source, result) => {
    const path = join(scratch, 'result');
    await writeFile(path, result);
    return (await judgePicture(source, path, oracle)).quality;
  };
}

async function measure(
  path: string,
  name: string,
  { score, rival }: { readonly score: number; readonly rival: boolean },
  judge: Judge,
): Promise<Row | null> {
  const kind = kindByName(path);
  if (!kind || !isPictureKind(kind)) return null;
  const source = await readFile(path);
  const { width, height } = await sharp(source).metadata();
  const made = new Map<Way, Made | null>();
  for (const format of [...FORMATS, 'auto'] as const) {
    const { made: result, cpuSeconds } = await withCpuSeconds(() =>
      compress(source, { codecs, score, format, accept: FORMATS }).catch(refusal),
    );
    made.set(
      format,
      result && { bytes: result.bytes.length, score: await judge(path, result.bytes), cpuSeconds },
    );
  }
  const ours = made.get('avif');
  if (rival && ours) made.set('sharp', await sharpAt(ours.score, path, source, judge));
  return { name, kind, megapixels: (width * height) / 1e6, made };
}

function refusal(error: unknown): null {
  if (isEngineError(error) && error.code === 'unsupported') return null;
  throw error;
}

/** The smallest AVIF of sharp that scores as much, by halving its qualities for each chroma; null where none does. */
async function sharpAt(score: number, path: string, source: Uint8Array, judge: Judge): Promise<Made | null> {
  let best: Made | null = null;
  for (const chromaSubsampling of CHROMAS) {
    let [low, high] = [1, 100];
    while (low < high) {
      const quality = (low + high) >> 1;
      const { made: bytes, cpuSeconds } = await withCpuSeconds(() =>
        sharp(source).autoOrient().avif({ quality, chromaSubsampling }).toBuffer(),
      );
      const found = { bytes: bytes.length, score: await judge(path, bytes), cpuSeconds };
      if (found.score >= score) {
        if (!best || found.bytes < best.bytes) best = found;
        high = quality;
      } else low = quality + 1;
    }
  }
  return best;
}

const shown = (made: Made | null | undefined, megapixels: number): string =>
  made ? `${made.bytes} ${made.score.toFixed(1)} ${(made.cpuSeconds / megapixels).toFixed(1)}` : '-';

const COLUMNS: readonly Column<Row>[] = [
  { title: 'picture', value: ({ name }) => name, isText: true },
  { title: 'MP', value: ({ megapixels }) => megapixels.toFixed(2) },
  ...([...FORMATS, 'auto', 'sharp'] as const).map((way) => ({
    title: `${way}: bytes, score, CPU s/MP`,
    value: ({ made, megapixels }: Row) => shown(made.get(way), megapixels),
  })),
];

interface Share {
  readonly what: string;
  readonly pictures: number;
  readonly mean: number;
  readonly highest: number;
}

const SHARE_COLUMNS: readonly Column<Share>[] = [
  { title: 'share', value: ({ what }) => what, isText: true },
  { title: 'pictures', value: ({ pictures }) => String(pictures) },
  { title: 'geometric mean', value: ({ mean }) => mean.toFixed(3) },
  { title: 'highest', value: ({ highest }) => highest.toFixed(3) },
];

function sharesOf(rows: readonly Row[]): Share[] {
  const of = (kind: OutputKind): Row[] => rows.filter((row) => row.kind === kind);
  return [
    shareOf('AVIF of JPEG, by our JPEG', of('jpeg'), 'avif', ['jpeg']),
    shareOf('WebP of JPEG, by our JPEG', of('jpeg'), 'webp', ['jpeg']),
    shareOf('AVIF of PNG, by our PNG', of('png'), 'avif', ['png']),
    shareOf('WebP of PNG, by our PNG', of('png'), 'webp', ['png']),
    shareOf('auto, by the smallest', rows, 'auto', FORMATS),
    shareOf('AVIF, by that of sharp', rows, 'avif', ['sharp']),
  ];
}

/** What pictures take in one way of the smallest of other ways; of those that both could make. */
function shareOf(what: string, rows: readonly Row[], way: Way, others: readonly Way[]): Share {
  const shares = rows.flatMap(({ made }) => {
    const bytes = made.get(way)?.bytes;
    const least = Math.min(...others.map((other) => made.get(other)?.bytes ?? Infinity));
    return bytes !== undefined && least < Infinity ? [bytes / least] : [];
  });
  const logs = shares.reduce((sum, share) => sum + Math.log(share), 0);
  return {
    what,
    pictures: shares.length,
    mean: Math.exp(logs / shares.length),
    highest: Math.max(...shares),
  };
}
