import { API_ERRORS, type ApiErrorBody } from '#platform/contracts/api-errors.ts';
import { CompressionRefused } from './refusal.ts';

/** Statuses of a server, or of a proxy before it, that is away, busy or full for now. */
const PASSING_STATUSES = [502, 503, 504, 507];

/** An answer that is no success, in the server's words where it has any. */
export async function refusalOf(response: Response): Promise<CompressionRefused> {
  const body = (await response.json().catch(() => ({}))) as Partial<ApiErrorBody>;
  const known = body.code === undefined ? undefined : API_ERRORS[body.code];
  const cause = response.status === 429 ? 'limit' : 'busy';
  const passes = cause === 'limit' || PASSING_STATUSES.includes(response.status);
  return new CompressionRefused(body.error || 'Compression Failed', {
    retryable: known?.retryable ?? response.status >= 500,
    passing: passes ? { cause, afterMs: retryAfterMs(response.headers) } : null,
  });
}

/** Seconds or a date, RFC 9110, section 10.2.3. */
function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('Retry-After');
  if (text === null) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
