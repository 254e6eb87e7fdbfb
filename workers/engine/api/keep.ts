/**
 * Descriptions of a picture that may stay: who made it and holds its rights, when it was taken, where, and with which
 * camera and settings. "all" means everything, editing history and serial numbers too.
 */
export const KEEP = ['copyright', 'date', 'location', 'camera', 'all'] as const;
export type Keep = (typeof KEEP)[number];

/** What stays in every preset where nothing else is asked for. */
export const DEFAULT_KEEP: readonly Keep[] = ['copyright', 'date'];

/** Whether a group of descriptions stays. @param keep what is asked for [DEFAULT_KEEP] */
export function isKept(keep: readonly Keep[] | undefined, group: Keep): boolean {
  const groups = keep ?? DEFAULT_KEEP;
  return groups.includes('all') || groups.includes(group);
}
