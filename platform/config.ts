import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { address, matching, oneOf, secret, wholeNumber } from './config-values.ts';
import { OPERATING_LIMITS } from './contracts/operating-limits.ts';
import { LOG_LEVELS, type LogLevel } from './logger.ts';

/** What both modes have. */
interface CommonConfig {
  /** 0 asks the system for a free port. */
  readonly port: number;
  readonly host: string;
  /** Where people reach the site, without trailing slash; undefined: take it from the request. */
  readonly publicUrl: string | undefined;
  /** Proxies in front of the server whose X-Forwarded-For may be believed. */
  readonly trustedProxies: number;
  readonly googleClientId: string | undefined;
  /** Undefined only in embedded mode: then a key is made and kept under dataDir. */
  readonly jwtSecret: string | undefined;
  /** Whether the local demo identity provider exists. */
  readonly demoSignIn: boolean;
  readonly maxFileBytes: number;
  readonly workerConcurrency: number;
  readonly resultTtlSeconds: number;
  readonly shareTtlSeconds: number;
  readonly rateLimits: {
    readonly filesPerMinute: number;
    readonly uploadsAtOnce: number;
    /** True when clients on the same machine are not limited. */
    readonly loopbackExempt: boolean;
  };
  readonly analyticsId: string | undefined;
  readonly metricsToken: string | undefined;
  /** Whether a client on the same machine may read the metrics without a token: nobody else comes from there. */
  readonly metricsOnLoopback: boolean;
  readonly logLevel: LogLevel;
  /** What an operator must be told loudly at start. */
  readonly warnings: readonly string[];
}

export interface EmbeddedConfig extends CommonConfig {
  readonly mode: 'embedded';
  /** Absolute. */
  readonly dataDir: string;
}

export interface DistributedConfig extends CommonConfig {
  readonly mode: 'distributed';
  readonly s3: { readonly bucket: string; readonly endpoint: string | undefined };
  readonly sqs: { readonly queueUrl: string; readonly endpoint: string | undefined };
  readonly redisUrl: string;
  readonly awsRegion: string;
}

export type Config = EmbeddedConfig | DistributedConfig;

/** Everything wrong with the environment, in one error. */
export class ConfigError extends Error {
  readonly code = 'invalid-configuration';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const LOOPBACK = '127.0.0.1';
const DISTRIBUTED_NEEDS = ['S3_BUCKET', 'SQS_QUEUE_URL', 'REDIS_URL'] as const;
const DISTRIBUTED_SIGNS = [...DISTRIBUTED_NEEDS, 'S3_ENDPOINT', 'SQS_ENDPOINT'] as const;

const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).optional(),
  HOST: matching(/^[A-Za-z0-9.:_-]+$/, 'a host name or an address').optional(),
  DATA_DIR: z.string().optional(),
  PUBLIC_URL: address('http', 'https').optional(),
  TRUSTED_PROXIES: wholeNumber(0, 10).optional(),
  GOOGLE_CLIENT_ID: matching(/^\S+$/, 'a client id without spaces').optional(),
  JWT_SECRET: secret(32).optional(),
  DEMO_SIGN_IN: oneOf(['on', 'off']).optional(),
  S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket name').optional(),
  S3_ENDPOINT: address('http', 'https').optional(),
  SQS_QUEUE_URL: address('http', 'https').optional(),
  SQS_ENDPOINT: address('http', 'https').optional(),
  REDIS_URL: address('redis', 'rediss').optional(),
  AWS_REGION: matching(/^[a-z0-9-]+$/, 'a region such as eu-central-1').optional(),
  WORKER_CONCURRENCY: wholeNumber(1, 256).optional(),
  RESULT_TTL_SECONDS: wholeNumber(1, 604_800).optional(),
  SHARE_TTL_SECONDS: wholeNumber(1, 2_592_000).optional(),
  MAX_FILE_BYTES: wholeNumber(1_024, 2 ** 31).optional(),
  FILES_PER_MINUTE: wholeNumber(1, 1_000_000).optional(),
  UPLOADS_AT_ONCE: wholeNumber(1, 10_000).optional(),
  ANALYTICS_ID: matching(/^[A-Za-z0-9-]{4,40}$/, 'a measurement id such as G-ABC123').optional(),
  METRICS_TOKEN: secret(16).optional(),
  LOG_LEVEL: oneOf(LOG_LEVELS).optional(),
});
type Environment = z.output<typeof environmentSchema>;

/**
 * The configuration that the environment asks for. An empty variable counts as not set.
 * @param env  the environment (this process's own)
 * @param role workers sign nobody in, so they need neither GOOGLE_CLIENT_ID nor JWT_SECRET
 * @throws     ConfigError that lists every problem at once
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
  role: 'web' | 'worker' = 'web',
): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = environmentSchema.safeParse(given);
  const problems = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);

  const distributed = DISTRIBUTED_SIGNS.some((name) => given[name] !== undefined);
  problems.push(...(distributed ? distributedProblems(given, role) : embeddedProblems(given)));
  if (!result.success || problems.length > 0) throw new ConfigError(problems);
  return distributed ? distributedConfig(result.data) : embeddedConfig(result.data);
}

/**
 * The named variables of this process, for a child process that is given nothing else. Those not set are left out.
 */
export function pickEnvironment(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Whether this process, or one that it comes from, is the script of an npm command. */
export function startedByNpm(env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return env.npm_lifecycle_event !== undefined;
}

type Given = Readonly<Record<string, string | undefined>>;

function distributedProblems(given: Given, role: 'web' | 'worker'): string[] {
  const set = DISTRIBUTED_SIGNS.filter((name) => given[name] !== undefined).join(', ');
  const problems = DISTRIBUTED_NEEDS.filter((name) => given[name] === undefined).map(
    (name) => `${name}: missing. ${set} is set, and distributed mode needs ${DISTRIBUTED_NEEDS.join(', ')}`,
  );
  if (role === 'web') {
    for (const name of ['GOOGLE_CLIENT_ID', 'JWT_SECRET'])
      if (given[name] === undefined)
        problems.push(`${name}: missing. Distributed mode cannot sign in without`);
  }
  if (given.DEMO_SIGN_IN === 'on') problems.push('DEMO_SIGN_IN: cannot be on in distributed mode');
  // With an endpoint of one's own (LocalStack, MinIO) the region is only part of the signature.
  if (given.AWS_REGION === undefined && given.S3_ENDPOINT === undefined)
    problems.push('AWS_REGION: missing. Distributed mode needs it unless S3_ENDPOINT is set');
  return problems;
}

function embeddedProblems(given: Given): string[] {
  return given.GOOGLE_CLIENT_ID !== undefined && given.DEMO_SIGN_IN === 'on'
    ? ['DEMO_SIGN_IN: cannot be on while GOOGLE_CLIENT_ID is set']
    : [];
}

function embeddedConfig(env: Environment): EmbeddedConfig {
  const host = env.HOST ?? LOOPBACK;
  const port = env.PORT ?? 3000;
  const openTo = reachableFrom(env, host);
  const demoSignIn =
    env.GOOGLE_CLIENT_ID === undefined &&
    (env.DEMO_SIGN_IN === 'on' || (env.DEMO_SIGN_IN !== 'off' && openTo === null));
  const warnings =
    demoSignIn && openTo !== null
      ? [`DEMO_SIGN_IN=on while ${openTo}: anyone who reaches this server can sign in as anyone.`]
      : [];
  return {
    ...commonConfig(env),
    mode: 'embedded',
    host,
    dataDir: resolve(env.DATA_DIR ?? '.data'),
    publicUrl:
      env.PUBLIC_URL ?? (isLoopbackHost(host) && port !== 0 ? `http://localhost:${port}` : undefined),
    demoSignIn,
    // Whoever starts it sits in front of it and reads one line; a service is read by machines.
    logLevel: env.LOG_LEVEL ?? 'warn',
    rateLimits: rateLimits(
      env,
      openTo === null && env.FILES_PER_MINUTE === undefined && env.UPLOADS_AT_ONCE === undefined,
    ),
    warnings,
  };
}

function distributedConfig(env: Environment): DistributedConfig {
  return {
    ...commonConfig(env),
    mode: 'distributed',
    host: env.HOST ?? '0.0.0.0',
    publicUrl: env.PUBLIC_URL,
    demoSignIn: false,
    logLevel: env.LOG_LEVEL ?? 'info',
    rateLimits: rateLimits(env, false),
    // distributedProblems has made sure of the three.
    s3: { bucket: env.S3_BUCKET!, endpoint: env.S3_ENDPOINT },
    sqs: { queueUrl: env.SQS_QUEUE_URL!, endpoint: env.SQS_ENDPOINT },
    redisUrl: env.REDIS_URL!,
    awsRegion: env.AWS_REGION ?? 'us-east-1',
    warnings: [],
  };
}

function commonConfig(env: Environment) {
  return {
    port: env.PORT ?? 3000,
    trustedProxies: env.TRUSTED_PROXIES ?? 0,
    googleClientId: env.GOOGLE_CLIENT_ID,
    jwtSecret: env.JWT_SECRET,
    maxFileBytes: env.MAX_FILE_BYTES ?? OPERATING_LIMITS.maxFileBytes,
    workerConcurrency: env.WORKER_CONCURRENCY ?? availableParallelism(),
    resultTtlSeconds: env.RESULT_TTL_SECONDS ?? OPERATING_LIMITS.resultTtlSeconds,
    shareTtlSeconds: env.SHARE_TTL_SECONDS ?? OPERATING_LIMITS.shareTtlSeconds,
    analyticsId: env.ANALYTICS_ID,
    metricsToken: env.METRICS_TOKEN,
    // A proxy on the same machine comes from loopback too, whoever it speaks for.
    metricsOnLoopback: reachableFrom(env, LOOPBACK) === null,
  };
}

function rateLimits(env: Environment, loopbackExempt: boolean): CommonConfig['rateLimits'] {
  return {
    filesPerMinute: env.FILES_PER_MINUTE ?? 60,
    uploadsAtOnce: env.UPLOADS_AT_ONCE ?? 4,
    loopbackExempt,
  };
}

/** Why others than this machine can reach an embedded server, or null: a proxy on loopback opens it as well. */
function reachableFrom(env: Environment, host: string): string | null {
  if (!isLoopbackHost(host)) return `listening on ${host}`;
  if (env.TRUSTED_PROXIES) return 'a proxy stands in front';
  const publicHost = env.PUBLIC_URL && new URL(env.PUBLIC_URL).hostname.replace(/^\[(.*)\]$/, '$1');
  return publicHost && !isLoopbackHost(publicHost) ? `people come to ${publicHost}` : null;
}

/** Whether only this machine can reach a server that listens on this host. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
