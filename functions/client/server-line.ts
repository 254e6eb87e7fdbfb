import { errorOf, FeatherpressError, retryAfterOf } from './featherpress-error.ts';

/** Where the server is and how patient its client. */
export interface ServerLineOptions {
  /** Address of an installation, such as `https://featherpress.example`. */
  readonly server: string | URL;
  /** An API key or a session token. */
  readonly key?: string | undefined;
  /** How often a call that may succeed later is made again [5]. */
  readonly retries?: number | undefined;
  /** Longest pause before another try, in seconds, also where the server asks for more [120]. */
  readonly maxWaitSeconds?: number | undefined;
  /** A line on which nothing has moved for so many seconds, or no answer has come, is given up for another one [60]. */
  readonly stalledAfterSeconds?: number | undefined;
  /**
   * In place of the global one, for every request. Where an upload tells its progress, Node hands it a body that is a stream and
   * counted; browsers, which do not send those, hand it the file, and progress is told with each answer: every 8 MB.
   */
  readonly fetch?: typeof fetch | undefined;
}

/** A request that can be made again: its body is made anew for each try. */
interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: (() => BodyInit) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** In place of the line's own. */
  readonly retries?: number;
  /** When a try is given up whose answer has not come [as a line on which nothing moves]. */
  readonly answerWithinMs?: number | undefined;
  /** Whether the body of the answer may take longer, since who reads it watches it [false]. */
  readonly isStream?: boolean;
  /** In place of the line's own fetch. */
  readonly send?: ((url: URL, init: RequestInit) => Promise<Response>) | undefined;
}

/** Answers after which the same call may succeed. Source: RFC 9110, sections 15.5 and 15.6; RFC 6585. */
const WORTH_REPEATING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504, 507]);
/** Passes where the answer says when: the first call with this key is still being received. */
const CONFLICT = 409;
const FIRST_WAIT_MS = 500;
/** How long the end of what its caller wants no more may keep that caller: the server forgets it by itself. */
export const LAST_WORD_MS = 5_000;
/** Of an upload: as long as the fetch of Node waits for an answer, and what the bytes take over a line of 64 kbit a second. */
const UPLOAD_ANSWER_MS = 300_000;
const UPLOAD_BYTES_PER_MS = 8;
/** A timer that is set for longer ends at once: 24 days. Source: HTML, "timers"; Node, `setTimeout`. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Makes calls to one server, again where that is safe and may help. */
export class ServerLine {
  readonly #server: URL;
  readonly #key: string | undefined;
  readonly #retries: number;
  readonly #maxWaitMs: number;
  /** How long nothing may move on a line, in milliseconds. */
  readonly stalledAfterMs: number;
  /** The caller's own, where there is one. */
  readonly ownFetch: typeof fetch | undefined;
  readonly #fetch: typeof fetch;

  constructor(options: ServerLineOptions) {
    const { server, key, retries = 5, maxWaitSeconds = 120, stalledAfterSeconds = 60, fetch: own } = options;
    // A server below a path keeps that path.
    this.#server = new URL(String(server).replace(/\/*$/, '/'));
    this.#key = key;
    this.#retries = retries;
    this.#maxWaitMs = 1000 * maxWaitSeconds;
    this.stalledAfterMs = Math.min(1000 * stalledAfterSeconds, LONGEST_TIMER_MS);
    // Called as a method, the browser's own throws "Illegal invocation".
    this.ownFetch = own;
    this.#fetch = own ?? ((...args) => fetch(...args));
  }

  /**
   * Calls, and calls again over broken lines and for answers that may be others later. What is sent twice does no harm: posts
   * carry an `Idempotency-Key`, the same for every try.
   * @param path below the server, such as `/api/jobs/…`
   * @returns an answer of 2xx
   * @throws FeatherpressError after the last try, at once where another would end the same; the signal's reason
   */
  async call(path: string, { signal, ...call }: Call = {}): Promise<Response> {
    const headers: Record<string, string> = { ...this.#authorization(), ...call.headers };
    if (call.method === 'POST') headers['Idempotency-Key'] ??= randomKey();
    const url = new URL(path.replace(/^\//, ''), this.#server);
    const send = call.send ?? this.#fetch;
    for (let tries = 0; ; tries++) {
      signal?.throwIfAborted();
      const init: RequestInit = { method: call.method ?? 'GET', headers };
      if (call.body) init.body = call.body();
      const limit = timeLimit(call.answerWithinMs ?? this.stalledAfterMs);
      init.signal = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
      const outcome = await send(url, init).catch((error: unknown) => lost(url, error));
      signal?.throwIfAborted();
      if (outcome instanceof Response && outcome.ok) {
        if (call.isStream) limit.lift();
        return outcome;
      }
      const { status } = outcome;
      const retryAfterSeconds = outcome instanceof Response ? retryAfterOf(outcome) : undefined;
      const mayEndWell = isWorthRepeating({ status, retryAfterSeconds });
      if (!mayEndWell || tries >= (call.retries ?? this.#retries))
        throw outcome instanceof Response ? await errorOf(outcome) : outcome;
      await this.pause(tries, retryAfterSeconds, signal);
      // What is not read keeps the connection.
      if (outcome instanceof Response) await outcome.body?.cancel().catch(() => {});
    }
  }

  /**
   * Waits before another try: as long as the server asks, else twice as long as before, at random so that many clients do
   * not come back at the same moment.
   * @param tries that were made again already
   */
  async pause(tries: number, askedSeconds: number | undefined, signal?: AbortSignal): Promise<void> {
    const growing = FIRST_WAIT_MS * 2 ** tries;
    const wanted =
      askedSeconds === undefined
        ? growing * (0.5 + Math.random() / 2)
        : 1000 * askedSeconds * (1 + Math.random() / 10);
    await pause(Math.min(wanted, this.#maxWaitMs), signal);
  }

  /** How often a call is made again. */
  get retries(): number {
    return this.#retries;
  }

  #authorization(): Record<string, string> {
    return this.#key === undefined ? {} : { Authorization: `Bearer ${this.#key}` };
  }
}

/** How long the answer to so many bytes may take. */
export function uploadLimitMs(bytes: number): number {
  return UPLOAD_ANSWER_MS + bytes / UPLOAD_BYTES_PER_MS;
}

/** Ends a try that has lasted too long, unless the limit is lifted before. */
function timeLimit(ms: number): { readonly signal: AbortSignal; lift(): void } {
  const late = new AbortController();
  let isLifted = false;
  // It keeps no process from its end, as a timer would.
  const timeout = AbortSignal.timeout(Math.min(Math.ceil(ms), LONGEST_TIMER_MS));
  timeout.addEventListener('abort', () => {
    if (!isLifted) late.abort(timeout.reason);
  });
  return { signal: late.signal, lift: () => (isLifted = true) };
}

/** Whether the same call may have another end: after a broken line, and for some answers. */
export function isWorthRepeating({
  status,
  retryAfterSeconds,
}: Pick<FeatherpressError, 'status' | 'retryAfterSeconds'>): boolean {
  // 0: without an answer.
  if (status === 0 || WORTH_REPEATING.has(status)) return true;
  return status === CONFLICT && retryAfterSeconds !== undefined;
}

/** The error of a line that broke, or never was. */
export function lost(url: URL | string, cause: unknown): FeatherpressError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const reason = inner instanceof Error ? inner.message : String(inner);
  return new FeatherpressError(`The server at ${new URL(url).origin} cannot be reached: ${reason}`, {
    code: 'network',
    cause,
  });
}

/** 128 random bits. `crypto.randomUUID` is missing on pages that are not secure. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** @throws the signal's reason */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
