/** What a client prefers about the time of its answer. */
interface Preferences {
  /** The client takes a job in place of a result that is not ready. */
  readonly respondAsync: boolean;
  /** Seconds that it is willing to wait; undefined when it does not say. */
  readonly waitSeconds: number | undefined;
}

/**
 * Reads `Prefer`. Several fields count as one list; of a preference that is given twice the first counts; parameters and
 * preferences that are not known are passed over, as RFC 7240, section 2, asks.
 * @param header the field, lists joined by commas
 */
export function readPreferences(header: string | undefined): Preferences {
  const preferences = new Map<string, string>();
  for (const [entry] of (header ?? '').matchAll(LIST_ENTRIES)) {
    const [preference = ''] = WITHOUT_PARAMETERS.exec(entry) ?? [];
    const equals = preference.indexOf('=');
    const name = (equals < 0 ? preference : preference.slice(0, equals)).trim().toLowerCase();
    const value = equals < 0 ? '' : unquoted(preference.slice(equals + 1).trim());
    if (!preferences.has(name)) preferences.set(name, value);
  }
  const wait = preferences.get('wait') ?? '';
  return {
    respondAsync: preferences.has('respond-async'),
    waitSeconds: /^\d{1,9}$/.test(wait) ? Number(wait) : undefined,
  };
}

/** What stands between commas, and what stands before the first semicolon; neither counts within quotes. */
const LIST_ENTRIES = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const WITHOUT_PARAMETERS = /^(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/;

function unquoted(value: string): string {
  return value.startsWith('"') ? value.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1') : value;
}
