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
