import { readFile, writeFile } from 'node:fs/promises';
import { Session, type Profiler } from 'node:inspector/promises';
import { parseArgs } from 'node:util';
import { crc32 } from 'node:zlib';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { compress, DEFAULT_PRESET, PRESETS, type Codecs } from '#engine/index.ts';
import { withCpuSeconds } from './cpu-seconds.ts';
import { filesIn } from './files-in.ts';
import { printTable, type Column } from './table.ts';
import { TrialLog } from './trial-log.ts';

/** Work of one kind over all files. */
interface Step {
  readonly name: string;
  calls: number;
  /** Calls with the bytes and the settings of an earlier one for the same file. */
  again: number;
  cpuSeconds: number;
  /** Bytes that came back. */
  bytes: number;
}

/**
 * CPU by step over the files of a folder, in this process and without its start: calls of codecs by their settings, and the engine's
 * own code by its modules. What is called again with the same bytes is work that could be spared. With --trials FILE it also gets
 * what every search of a still picture tried [{@link TrialLog}].
 */
export async function benchSteps(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { preset: { type: 'string', default: DEFAULT_PRESET }, trials: { type: 'string' } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw refusal('Expected a folder.');
  const preset = PRESETS.find((name) => name === values.preset);
  if (!preset) throw refusal(`There is no preset "${values.preset}", but ${PRESETS.join(', ')}.`);
  const watch = new CodecWatch();
  const log = values.trials === undefined ? null : new TrialLog();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  const { cpuSeconds } = await withCpuSeconds(async () => {
    for (const path of await filesIn(folder)) {
      watch.startFile();
      const bytes = new Uint8Array(await readFile(path));
      await compress(bytes, { codecs: watch.codecs, preset, ...log?.ofFile(path) }).catch((error: unknown) =>
        console.error(`${path}: ${String(error)}`),
      );
    }
  });
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const steps = [...watch.steps, ...ownSteps(profile)].sort((a, b) => b.cpuSeconds - a.cpuSeconds);
  if (log) await writeFile(values.trials!, await log.table());
  printTable([...steps, stepOf('all', cpuSeconds)], COLUMNS);
}

function stepOf(name: string, cpuSeconds: number): Step {
  return { name, calls: 0, again: 0, cpuSeconds, bytes: 0 };
}

/** As `parseArgs` refuses arguments. */
function refusal(reason: string): Error {
  return Object.assign(new TypeError(reason), { code: 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' });
}

const some = (count: number): string => (count === 0 ? '' : count.toLocaleString('en'));

const COLUMNS: readonly Column<Step>[] = [
  { title: 'step', value: ({ name }) => name, isText: true },
  { title: 'calls', value: ({ calls }) => some(calls) },
  { title: 'again', value: ({ again }) => some(again) },
  { title: 'CPU s', value: ({ cpuSeconds }) => cpuSeconds.toFixed(2) },
  { title: 'bytes', value: ({ bytes }) => some(bytes) },
];

/** Codecs whose calls are counted. One call runs at a time, so that the process's CPU meanwhile is its own. */
class CodecWatch {
  readonly codecs: Codecs;
  private readonly counted = new Map<string, Step>();
  private seen = new Set<string>();
  private watchedSoFar = 0;

  constructor() {
    const { image, deflate, jpx, fonts, pages, ciphers } = createNativeCodecs();
    this.codecs = {
      ciphers,
      image: this.watched(image),
      deflate: this.watched(deflate),
      jpx: this.watched(jpx),
      fonts: this.watched(fonts),
      pages: this.watched({ open: async (...given) => this.watched(await pages.open(...given)) }),
    };
  }

  get steps(): readonly Step[] {
    return [...this.counted.values()];
  }

  /** Forgets what the file before was called with. */
  startFile(): void {
    this.seen = new Set();
  }

  /** @param codec or a document that one has opened, whose calls are its own */
  private watched<T extends object>(codec: T): T {
    const number = this.watchedSoFar++;
    return new Proxy(codec, {
      get: (of, name) => {
        const member: unknown = Reflect.get(of, name);
        return typeof member === 'function' ? this.counting(member.bind(of), String(name), number) : member;
      },
    });
  }

  private counting(call: (...given: unknown[]) => unknown, name: string, number: number) {
    return (...given: unknown[]): unknown => {
      const step = this.stepNamed([name, ...given.flatMap(settingsOf)].join(' '));
      const key = `${number} ${step.name} ${given.map(digestOf).join(' ')}`;
      step.calls++;
      if (this.seen.has(key)) step.again++;
      this.seen.add(key);
      const before = process.cpuUsage();
      const done = (made: unknown): unknown => {
        const { user, system } = process.cpuUsage(before);
        step.cpuSeconds += (user + system) / 1e6;
        if (made instanceof Uint8Array) step.bytes += made.length;
        return made;
      };
      const made = call(...given);
      return made instanceof Promise ? made.then(done) : done(made);
    };
  }

  private stepNamed(name: string): Step {
    const step = this.counted.get(name) ?? stepOf(name, 0);
    this.counted.set(name, step);
    return step;
  }
}

/** Settings that tell how much work a call is; qualities, sizes and limits are too many for rows of their own. */
const SETTINGS = new Set([
  'effort',
  'level',
  'chroma',
  'quantization',
  'lossless',
  'preset',
  'colour',
  'strict',
]);

function settingsOf(given: unknown): string[] {
  if (!isRecord(given) || 'data' in given) return [];
  return Object.entries(given).flatMap(([name, value]) =>
    SETTINGS.has(name) ? [`${name}=${String(value)}`] : [],
  );
}

/** What tells the arguments of calls apart. */
function digestOf(given: unknown): string {
  if (given instanceof Uint8Array) return `${given.length}:${crc32(given)}`;
  if (!isRecord(given)) return String(given);
  return JSON.stringify(given, (_, value: unknown) =>
    value instanceof Uint8Array ? digestOf(value) : value,
  );
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}

/**
 * The engine's own code by module, with what the kernels take that it calls; codecs are counted by their calls. Samples are taken by
 * the clock: CPU on a quiet machine alone.
 */
function ownSteps({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Step[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const seconds = new Map<string, number>();
  samples.forEach((id, at) => {
    const stack: string[] = [];
    for (let node: number | undefined = id; node !== undefined; node = callers.get(node))
      stack.push(moduleOf(byId.get(node)!.callFrame));
    const module = stack.find((name) => name !== '');
    if (module === undefined || stack.some((name) => /^codecs\/(native|shared|png-optimizer)\//.test(name)))
      return;
    seconds.set(module, (seconds.get(module) ?? 0) + timeDeltas[at]! / 1e6);
  });
  return [...seconds].map(([name, cpuSeconds]) => stepOf(name, cpuSeconds));
}

/** A module of the engine by its path there, garbage collection and what watching takes by names, all else by none. */
function moduleOf({ functionName, url }: { functionName: string; url: string }): string {
  if (functionName === '(garbage collector)') return functionName;
  if (url === import.meta.url) return '(watching)';
  return /\/workers\/engine\/(.+)$/.exec(url)?.[1] ?? '';
}
