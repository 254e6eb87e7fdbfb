/**
 * A call that did not succeed.
 * `code` is the server's own (see the table of errors in the documentation; new ones may come), or one of
 * `network` (the server could not be reached, or the line broke too often), `cancelled` (the job was ended),
 * `unexpected-answer` (something that is no Featherpress answered) and `invalid-webhook` (not ours, or not readable).
 */
export class FeatherpressError extends Error {
  override readonly name = 'FeatherpressError';
  readonly code: string;
  /** Of the answer; 0 where there was none. */
  readonly status: number;
  /** To be named when a problem is reported. */
  readonly requestId: string | undefined;
  /** Seconds after which the server wants to be asked again, where it said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    facts: {
      readonly code: string;
      readonly status?: number;
      readonly requestId?: string | undefined;
      readonly retryAfterSeconds?: number | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status ?? 0;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** The error of an answer that is none of 2xx. Reads its body. */
export async function errorOf(response: Response): Promise<FeatherpressError> {
  const text = await response.text().catch(() => '');
  const { error, code, requestId } = readObject(text);
  return new FeatherpressError(textOr(error, `The server answered ${response.status}.`), {
    code: textOr(code, `http-${response.status}`),
    status: response.status,
    requestId: textOr(requestId, response.headers.get('x-request-id') ?? undefined),
    retryAfterSeconds: retryAfterOf(response),
  });
}

/** Seconds that `Retry-After` names, as a number or a date; undefined without one. Source: RFC 9110, 10.2.3. */
export function retryAfterOf(response: Response): number | undefined {
  const text = response.headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, (time - Date.now()) / 1000);
}

/** A proxy may answer in HTML. */
function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}
