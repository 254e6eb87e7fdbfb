const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** A time of these days, in the visitor's zone: "26 Nov, 12:48". @param at ISO 8601 */
export function moment(at: string): string {
  return MOMENT.format(new Date(at));
}

/** A day, the same on every machine: "7 April 2025". @param date `YYYY-MM-DD` */
export function longDay(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
