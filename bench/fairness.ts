import { setTimeout as pause } from 'node:timers/promises';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { parseArgs } from 'node:util';
import { startEmbeddedSystem, type EmbeddedSystem } from './embedded-system.ts';
import { picture } from './sample-pictures.ts';
import { writeSamples } from './samples.ts';
import { startTopologySystem } from './topology/topology-system.ts';
import { median, printTable, quantile } from './table.ts';

const ROUNDS = 7;
const [FLOOD, QUIET] = ['203.0.113.7', '198.51.100.9'];
const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

interface Attack {
  readonly name: string;
  /** Sends everything; resolves when it has been taken in or refused. @returns how many files were refused */
  readonly begin: (system: EmbeddedSystem, stop: AbortSignal) => Promise<number>;
  /** Where the small picture comes from [another address]. */
  readonly from?: string;
}

interface Row {
  readonly name: string;
  readonly times: readonly number[];
  readonly refused: number;
}

/**
 * How long a small picture takes on an idle system and beside what others send: `npm run bench -- fairness [--topology]
 * [--only TEXT]`, embedded or over the processes of docker-compose.yml, all attacks or those whose name has the text.
 */
export async function benchFairness(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      topology: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
    },
  });
  const start = values.topology ? startTopologySystem : startEmbeddedSystem;
  const folder = await mkdtemp(join(tmpdir(), 'bench-fairness-'));
  try {
    await writeSamples(folder);
    const deck = new Blob([Uint8Array.from(await readFile(join(folder, 'talk.pptx')))], { type: PPTX });
    const hostile = new Blob([hostilePdf()], { type: 'application/pdf' });
    const large = new Blob([Uint8Array.from(await picture('png', 1_600, 1_200, 5))], { type: 'image/png' });
    const photo = new Blob([Uint8Array.from(await picture('jpeg', 320, 240))], { type: 'image/jpeg' });
    const attacks: Attack[] = [
      { name: 'idle', begin: async () => 0 },
      { name: '8 hostile PDFs', begin: flood(hostile, 8) },
      { name: '50 hostile PDFs', begin: flood(hostile, 50) },
      { name: '20 large PNGs', begin: flood(large, 20) },
      { name: '15 large PNGs of its own address', begin: flood(large, 15), from: FLOOD },
      { name: 'a batch of 10 decks', begin: batchOf(deck, 10) },
      { name: '100 decks of ten clients', begin: floodOfTen(deck, 10) },
    ];
    const rows: Row[] = [];
    const wanted = attacks.filter(({ name }) => name === 'idle' || name.includes(values.only));
    for (const attack of wanted) rows.push(await measure(attack, photo, start));
    printRows(rows, photo.size);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A system of its own for each attack, so that nothing of the one before is left. */
async function measure(
  { name, begin, from: address = QUIET }: Attack,
  photo: Blob,
  start: typeof startEmbeddedSystem,
): Promise<Row> {
  const system = await start({ TRUSTED_PROXIES: '1', FILES_PER_MINUTE: '1000' });
  const stop = new AbortController();
  try {
    // The first file waits for the engines to start.
    for (let warm = 0; warm < 3; warm += 1) await system.compress(photo, 'photo.jpg', from(QUIET));
    const refused = await begin(system, stop.signal);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { ms, status } = await system.compress(photo, 'photo.jpg', from(address));
      if (status !== 200) throw new Error(`Expected status 200 but received ${status}`);
      times.push(ms);
    }
    return { name, times, refused };
  } finally {
    stop.abort();
    await system.stop();
  }
}

function flood(file: Blob, count: number): Attack['begin'] {
  return async (system) => {
    let refused = 0;
    for (let sent = 0; sent < count; sent += 1) {
      const headers = { ...from(FLOOD), Prefer: 'respond-async' };
      const { status } = await system.compress(file, 'file', headers);
      if (status === 429) refused += 1;
    }
    return refused;
  };
}

function floodOfTen(file: Blob, each: number): Attack['begin'] {
  return async (system) => {
    const answers: number[] = [];
    for (let client = 0; client < 10; client += 1)
      for (let sent = 0; sent < each; sent += 1) {
        const headers = { ...from(`203.0.113.${client + 10}`), Prefer: 'respond-async' };
        answers.push((await system.compress(file, 'deck.pptx', headers)).status);
      }
    return answers.filter((status) => status !== 202).length;
  };
}

function batchOf(file: Blob, count: number): Attack['begin'] {
  return async (system, signal) => {
    const body = new FormData();
    for (let at = 0; at < count; at += 1) body.append('files', file, `deck-${at}.pptx`);
    const init = { method: 'POST', body, headers: from(FLOOD), signal };
    // Answered when all are done, which nobody waits for here.
    fetch(`${system.url}/api/compress/batch`, init).catch(() => {});
    await pause(2_000);
    return 0;
  };
}

function from(address: string): Record<string, string> {
  return { 'X-Forwarded-For': address };
}

/** Some kilobytes whose page content unpacks to eight million operators. */
function hostilePdf(): Uint8Array<ArrayBuffer> {
  const content = deflateSync(Buffer.from('q '.repeat(8 * 1024 ** 2)), { level: 9 });
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>',
  ].map((text, at) => Buffer.from(`${at + 1} 0 obj${text}endobj\n`));
  const stream = [
    Buffer.from(`4 0 obj<</Length ${content.length}/Filter/FlateDecode>>stream\n`),
    content,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n'),
  ];
  return Uint8Array.from(Buffer.concat([Buffer.from('%PDF-1.7\n'), ...objects, ...stream]));
}

function printRows(rows: readonly Row[], bytes: number): void {
  const idle = median(rows[0]?.times ?? []);
  console.log(
    `\nA JPEG of ${Math.round(bytes / 1024)} KB beside what one other client sends, ${ROUNDS} rounds`,
  );
  printTable(rows, [
    { title: 'beside', value: ({ name }) => name, isText: true },
    { title: 'refused', value: ({ refused }) => String(refused) },
    { title: 'median ms', value: ({ times }) => median(times).toFixed(0) },
    { title: 'slowest ms', value: ({ times }) => quantile(times, 1).toFixed(0) },
    { title: 'to idle', value: ({ times }) => (median(times) / idle).toFixed(2) },
  ]);
}
