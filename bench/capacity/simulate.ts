import type { Arrivals } from './traffic.ts';

/** What works on one queue. */
export interface Pool {
  /** Files at the same time when the day begins, and at least. */
  readonly least: number;
  readonly most: number;
  /** How many more by the age of the oldest file, in seconds; the highest step that is reached counts. */
  readonly steps: readonly { readonly age: number; readonly add: number }[];
  /** Until an age is seen (metrics come by the minute) and a place that was asked for works. */
  readonly noticeSeconds: number;
  readonly startSeconds: number;
  /** Without work for so long, all places above the least go. */
  readonly idleSeconds: number;
  /** Places that go while most of them have nothing to do [none]. */
  readonly slack?: Slack;
}

/** A part of the places goes when less than a share of them was at work for some minutes; as many at most as leave `unit`. */
export interface Slack {
  readonly belowShare: number;
  readonly minutes: number;
  readonly part: number;
  readonly cooldownSeconds: number;
  /** Places that come and go together. */
  readonly unit: number;
  /** The same part comes when more than this share was at work for `busyMinutes`, before anybody has to wait. */
  readonly aboveShare: number;
  readonly busyMinutes: number;
}

export interface QueueDay {
  /** Waits for a place, in seconds. */
  readonly wait: { readonly p50: number; readonly p95: number; readonly p99: number; readonly most: number };
  readonly files: number;
  readonly peakPlaces: number;
  /** Seconds that places stood ready, at work or not. */
  readonly placeSeconds: number;
  /** Seconds that places were held by files. */
  readonly busySeconds: number;
}

const STEP_SECONDS = 0.2;
const SCALE_EVERY_SECONDS = 60;

/**
 * One queue with its pool over a day, first come first served, in steps of a fifth of a second. Fairness between clients
 * changes who waits, not how much waits.
 */
export function simulateQueue(arrivals: Arrivals, pool: Pool): QueueDay {
  const waits: number[] = [];
  const ends = new Map<number, number>();
  const starts: { readonly at: number; readonly count: number }[] = [];
  let [places, busy, next, idleSince] = [pool.least, 0, 0, 0];
  let [peakPlaces, placeSeconds, busySeconds, scaleAt, ordered] = [places, 0, 0, 0, 0];
  const last = arrivals.at.at(-1) ?? 0;
  const quiet = new QuietMinutes(pool.slack);
  for (let step = 0; step * STEP_SECONDS <= last || next < arrivals.at.length || busy > 0; step += 1) {
    const now = step * STEP_SECONDS;
    busy -= ends.get(step) ?? 0;
    ends.delete(step);
    while (starts[0] && starts[0].at <= now) {
      const { count } = starts.shift()!;
      places += count;
      ordered -= count;
    }
    while (busy < places && next < arrivals.at.length && arrivals.at[next]! <= now) {
      const [at, seconds] = [arrivals.at[next]!, arrivals.seconds[next]!];
      waits.push(Math.max(0, now - at));
      const end = step + Math.max(1, Math.round(seconds / STEP_SECONDS));
      ends.set(end, (ends.get(end) ?? 0) + 1);
      busy += 1;
      next += 1;
      busySeconds += seconds;
    }
    const age = next < arrivals.at.length && arrivals.at[next]! <= now ? now - arrivals.at[next]! : 0;
    if (busy > 0 || age > 0) idleSince = now;
    quiet.note(busy, places);
    if (now >= scaleAt) {
      scaleAt += SCALE_EVERY_SECONDS;
      // What was at work there is done again elsewhere; that it is the same file is left out.
      places -= quiet.endMinute(now, places);
      const early = Math.min(quiet.wanted(places + ordered), pool.most - places - ordered);
      if (early > 0) {
        starts.push({ at: now + pool.noticeSeconds + pool.startSeconds, count: early });
        ordered += early;
      }
      const add = pool.steps.findLast((each) => age >= each.age)?.add ?? 0;
      const count = Math.min(add, pool.most - places - ordered);
      if (count > 0) {
        starts.push({ at: now + pool.noticeSeconds + pool.startSeconds, count });
        ordered += count;
      }
      if (now - idleSince >= pool.idleSeconds) places = Math.min(places, pool.least);
    }
    peakPlaces = Math.max(peakPlaces, places);
    placeSeconds += places * STEP_SECONDS;
  }
  waits.sort((a, b) => a - b);
  const at = (part: number) => waits[Math.min(waits.length - 1, Math.floor(part * waits.length))] ?? 0;
  return {
    wait: { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) },
    files: next,
    peakPlaces,
    placeSeconds,
    busySeconds,
  };
}

/** How many minutes in a row most places had nothing to do. */
class QuietMinutes {
  readonly #slack: Slack | undefined;
  #busy = 0;
  #places = 0;
  #minutes = 0;
  #busyMinutes = 0;
  #next = 0;

  constructor(slack: Slack | undefined) {
    this.#slack = slack;
  }

  note(busy: number, places: number): void {
    this.#busy += Math.min(busy, places);
    this.#places += places;
  }

  /** @returns how many places go */
  endMinute(now: number, places: number): number {
    const slack = this.#slack;
    if (!slack) return 0;
    const isQuiet = this.#places > 0 && this.#busy < slack.belowShare * this.#places;
    this.#minutes = isQuiet && places > slack.unit ? this.#minutes + 1 : 0;
    this.#busyMinutes = this.#busy > slack.aboveShare * this.#places ? this.#busyMinutes + 1 : 0;
    [this.#busy, this.#places] = [0, 0];
    if (this.#minutes < slack.minutes || now < this.#next) return 0;
    this.#next = now + slack.cooldownSeconds;
    return Math.max(1, Math.floor((slack.part * places) / slack.unit)) * slack.unit;
  }

  /** How many more are wanted, as all were busy for some minutes. */
  wanted(places: number): number {
    const slack = this.#slack;
    if (!slack || this.#busyMinutes < slack.busyMinutes) return 0;
    return Math.ceil((slack.part * places) / slack.unit) * slack.unit;
  }
}
