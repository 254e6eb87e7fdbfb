import { publicJobIdOf } from './public-job-id.ts';

/** From nothing to all. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What a log line may carry: ids, sizes, times, states. `error` is written as name, code, message and stack. */
interface LogFields {
  readonly requestId?: string | undefined;
  /** Written as the public id of the job: its id is the key to its file. */
  readonly jobId?: string | undefined;
  readonly error?: unknown;
  readonly [name: string]: unknown;
}

/** JSON lines, one event each. Request and job ids are welcome; file names, tokens and addresses of people never are. */
export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** A logger that adds these fields to every line. */
  child(fields: LogFields): Logger;
}

interface LoggerOptions {
  /** Lines of lesser weight are not written; "silent" writes none ["info"]. */
  readonly level?: LogLevel;
  /** Takes one line with its line break [standard error]. */
  readonly write?: (line: string) => void;
  readonly now?: () => Date;
}

/** @returns a logger that writes `{"time","level","event",...fields}` a line; a field that betrays people is written as "[hidden]" */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { level = 'info', write = writeToStandardError, now = () => new Date() } = options;
  const threshold = LOG_LEVELS.indexOf(level);
  const build = (base: LogFields): Logger => {
    const at =
      (lineLevel: LogLevel) =>
      (event: string, fields: LogFields = {}) => {
        if (LOG_LEVELS.indexOf(lineLevel) > threshold) return;
        const line = { time: now().toISOString(), level: lineLevel, event, ...base, ...fields };
        write(`${JSON.stringify(line, safely).replace(KEYS, '$1…').replace(IDS, publicJobIdOf)}\n`);
      };
    return {
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      child: (fields) => build({ ...base, ...fields }),
    };
  };
  return build({});
}

/** A safety net below the rule, in case a whole record or request is logged. */
const HIDDEN_FIELDS =
  /^(fileName|filename|originalname|token|jwt|credential|authorization|cookie|secret|password|email|name)$/i;

/** Keys of the API, wherever they stand: their prefix and public id stay. */
const KEYS = /(fp_live_[0-9A-Za-z]{0,12})[0-9A-Za-z]*/g;

/** Ids in object keys and paths, as errors of a store name them. */
const IDS =
  /(?<=\b(?:uploads|results|jobs|outcomes|completions|partials|batches|deliveries|resumable|shares|of|s)\/|\d\.)[\w-]{22}(?![\w-])/g;

function safely(key: string, value: unknown): unknown {
  if (value instanceof Error) return describeError(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string' && key === 'jobId') return publicJobIdOf(value);
  if (typeof value === 'string' && HIDDEN_FIELDS.test(key)) return '[hidden]';
  return value;
}

function describeError(error: Error): object {
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    ...(error.cause === undefined ? {} : { cause: error.cause }),
    stack: error.stack
      ?.split('\n')
      .slice(1, 6)
      .map((frame) => frame.trim()),
  };
}

function writeToStandardError(line: string): void {
  process.stderr.write(line);
}
