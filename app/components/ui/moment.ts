const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/**
 * A day, as all of the site writes it: "7 Apr 2025".
 * @param at `YYYY-MM-DD`, which is the same everywhere, or a time in ISO 8601, which falls on a day of the visitor's zone
 */
export function dayOf(at: string): string {
  return written(at, { ...DAY, ...(!at.includes('T') && { timeZone: 'UTC' }) });
}

/**
 * A time, as all of the site writes it: "26 Nov 2026, 12:48".
 * @param at ISO 8601
 * @param zone set where the visitor's is not known: "26 Nov 2026, 12:48 UTC" [the visitor's]
 */
export function moment(at: string, zone?: 'UTC'): string {
  const time = written(at, { ...DAY, hour: '2-digit', minute: '2-digit', ...(zone && { timeZone: zone }) });
  return zone ? `${time} ${zone}` : time;
}

function written(at: string, form: Intl.DateTimeFormatOptions): string {
  return new Date(at).toLocaleString('en-GB', form);
}
