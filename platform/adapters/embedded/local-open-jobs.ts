import { systemClock, type Clock } from '../../clock.ts';
import type { OpenJob, OpenJobs, OpenLimits, TakenPlace } from '../../ports/open-jobs.ts';

interface Place extends OpenJob {
  readonly takenAt: number;
  readonly endsAt: number;
}

/** The open jobs of one process, in memory: after a restart they are taken again from the messages of the queue. */
export class LocalOpenJobs implements OpenJobs {
  readonly #clock: Clock;
  readonly #clientOf = new Map<string, string>();
  readonly #places = new Map<string, Map<string, Place>>();

  constructor(options: { readonly clock?: Clock } = {}) {
    this.#clock = options.clock ?? systemClock;
  }

  async take(
    client: string,
    job: OpenJob,
    { limits, holdSeconds }: { readonly limits: OpenLimits | null; readonly holdSeconds: number },
  ): Promise<TakenPlace> {
    const others = this.#current(client).filter(({ jobId }) => jobId !== job.jobId);
    const bytes = sum(others, 'bytes') + job.bytes;
    const ahead = { jobs: others.length, workSeconds: sum(others, 'workSeconds') };
    if (limits && others.length > 0 && (others.length >= limits.jobs || bytes > limits.bytes))
      return { taken: false, ...ahead };
    const takenAt = this.#clock.now();
    const places = this.#places.get(client) ?? new Map<string, Place>();
    this.#places.set(
      client,
      places.set(job.jobId, { ...job, takenAt, endsAt: takenAt + holdSeconds * 1000 }),
    );
    this.#clientOf.set(job.jobId, client);
    return { taken: true, ...ahead };
  }

  async release(jobId: string): Promise<void> {
    const client = this.#clientOf.get(jobId);
    if (client === undefined) return;
    this.#clientOf.delete(jobId);
    const places = this.#places.get(client);
    places?.delete(jobId);
    if (places?.size === 0) this.#places.delete(client);
  }

  async of(client: string): Promise<(OpenJob & { readonly takenAt: number })[]> {
    return this.#current(client).map(({ endsAt: _, ...place }) => place);
  }

  async close(): Promise<void> {}

  /** The places that have not ended by themselves; those that have are forgotten. */
  #current(client: string): Place[] {
    const now = this.#clock.now();
    const places = [...(this.#places.get(client)?.values() ?? [])];
    for (const { jobId, endsAt } of places) if (endsAt <= now) void this.release(jobId);
    return places.filter(({ endsAt }) => endsAt > now);
  }
}

function sum(places: readonly Place[], what: 'bytes' | 'workSeconds'): number {
  return places.reduce((total, place) => total + place[what], 0);
}
