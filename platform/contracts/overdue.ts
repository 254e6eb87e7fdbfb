import { z } from 'zod';

/** Expiry comes by once a minute; what is past its rule for longer than this was not deleted, for whatever reason. */
export const OVERDUE_MARGIN_SECONDS = 300;

/** Something is still there that should be gone: a prefix of the object store, the messages, or the expiry itself. */
export const overdueSchema = z.object({
  what: z.string(),
  /** How long the oldest of it is past its rule. */
  seconds: z.number().nonnegative(),
});
export type Overdue = z.infer<typeof overdueSchema>;

/** Finds what is overdue among what a sweep has left. */
export class OverdueFinder {
  private readonly oldest = new Map<string, number>();

  /** @param seconds how long something of this sort is past its rule */
  left(what: string, seconds: number): void {
    if (seconds > OVERDUE_MARGIN_SECONDS)
      this.oldest.set(what, Math.max(seconds, this.oldest.get(what) ?? 0));
  }

  get found(): Overdue[] {
    return [...this.oldest].map(([what, seconds]) => ({ what, seconds: Math.round(seconds) }));
  }
}
