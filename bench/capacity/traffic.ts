import { SMALL_WORK_SECONDS } from '../../platform/contracts/expected-work.ts';
import type { Random } from '../random.ts';

/** One kind of file among those that people send, as measured on one core of a quiet machine. */
interface Share {
  readonly kind: string;
  /** Part of all files; all parts together are 1. */
  readonly weight: number;
  /** Mean CPU seconds a file. */
  readonly meanSeconds: number;
  /** The largest that was measured; none takes longer. */
  readonly mostSeconds: number;
}

/** Measured with `npm run bench -- engine` on a mixture of real files, preset `balanced`. */
export const MIXTURE: readonly Share[] = [
  { kind: 'jpeg', weight: 0.4, meanSeconds: 0.98, mostSeconds: 2 },
  { kind: 'png', weight: 0.2, meanSeconds: 2.67, mostSeconds: 7.2 },
  { kind: 'webp', weight: 0.05, meanSeconds: 3.3, mostSeconds: 13.3 },
  { kind: 'pdf', weight: 0.3, meanSeconds: 1.25, mostSeconds: 5.4 },
  { kind: 'pptx', weight: 0.05, meanSeconds: 4.84, mostSeconds: 15.7 },
];
/** Fetching, storing, records: time that a place is held beside the CPU. */
const STORE_SECONDS = 0.4;

/** Files in the order of their coming, as two lists of the same length: ten million objects would not fit. */
export interface Arrivals {
  /** When each came, in seconds since midnight. */
  readonly at: number[];
  /** How long each holds an engine. */
  readonly seconds: number[];
}

/** Times of day with ten times the traffic, each two minutes: a newsletter, a lesson, a mention somewhere. */
export const BURSTS = [9.5, 13, 20.25].map((hour) => ({ from: hour * 3_600, to: hour * 3_600 + 120 }));
const BURST_FACTOR = 10;
export const DAY_SECONDS = 86_400;

/** How many files come in a second on average, at a second of the day: a wave with its crest at 14 h, and the bursts. */
export function filesPerSecond(filesPerDay: number, second: number): number {
  const wave = 1 + 0.8 * Math.cos(((second / 3_600 - 14) / 24) * 2 * Math.PI);
  const isBurst = BURSTS.some(({ from, to }) => second >= from && second < to);
  return (filesPerDay / DAY_SECONDS) * wave * (isBurst ? BURST_FACTOR : 1);
}

/** The files of a day, by the queue that they go to. */
export function arrivalsOfADay(filesPerDay: number, random: Random): Record<'small' | 'large', Arrivals> {
  const queues = { small: { at: [], seconds: [] }, large: { at: [], seconds: [] } } as Record<
    'small' | 'large',
    Arrivals
  >;
  for (let second = 0; second < DAY_SECONDS; second += 1) {
    const count = poisson(filesPerSecond(filesPerDay, second), random);
    const times = Array.from({ length: count }, () => second + random.next()).sort((a, b) => a - b);
    for (const at of times) {
      const cpuSeconds = cpuSecondsOfAFile(random);
      const queue = queues[cpuSeconds < SMALL_WORK_SECONDS ? 'small' : 'large'];
      queue.at.push(at);
      queue.seconds.push(cpuSeconds + STORE_SECONDS);
    }
  }
  return queues;
}

/** Sizes of files, and with them their work, are spread like an exponential: many small, few large. */
function cpuSecondsOfAFile(random: Random): number {
  const { meanSeconds, mostSeconds } = random.pick(MIXTURE);
  return Math.min(mostSeconds, -Math.log(1 - random.next()) * meanSeconds);
}

/** Knuth's for few, the normal approximation for many. */
function poisson(mean: number, random: Random): number {
  if (mean > 30) {
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.next(); product > limit; product *= random.next()) count += 1;
  return count;
}
