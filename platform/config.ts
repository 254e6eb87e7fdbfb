import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { CODE_PATHS, isInside } from './code-paths.ts';
import { ConfigError } from './config-error.ts';
import { environmentSchema, type Environment } from './config-schema.ts';
import type { AnonymousDeliveries } from './contracts/delivery-targets.ts';
import { OPERATING_LIMITS } from './contracts/operating-limits.ts';
import { limitTiers, type LimitTiers } from './limit-tiers.ts';
import type { LogLevel } from './logger.ts';
import { isLoopbackHost, LOOPBACK, reachableFrom } from './reachability.ts';

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
  /**
   * The first signs, all are taken: a new one is put before the old one to change it. Undefined only in embedded mode: then
   * one is made and kept under dataDir.
   */
  readonly jwtSecrets: readonly string[] | undefined;
  /** Whether only this machine is meant to reach the server: on loopback, no proxy declared, no public address. */
  readonly thisMachineOnly: boolean;
  /** Whether the local demo identity provider exists. */
  readonly demoSignIn: boolean;
  readonly maxFileBytes: number;
  /** What all clients may hold together; undefined: what the disk has room for, and anything in S3. */
  readonly maxStoredBytes: number | undefined;
  readonly workerConcurrency: number;
  /** Whether engine processes must have namespaces of their own. */
  readonly sandboxRequired: boolean;
  readonly resultTtlSeconds: number;
  readonly shareTtlSeconds: number;
  /** How long requests may go on after the server was asked to stop. */
  readonly drainSeconds: number;
  /** The longest time that may be asked for. */
  readonly shareMaxSeconds: number;
  readonly rateLimits: {
    readonly tiers: LimitTiers;
    /** True when clients on the same machine are not limited. */
    readonly loopbackExempt: boolean;
  };
  readonly deliveries: {
    /** Which processes send: workers, or web servers where workers have no way to the internet. */
    readonly from: 'workers' | 'web';
    /** The first signs webhooks, the others sign as well; none: an embedded server makes its own, others send no webhooks. */
    readonly webhookSecrets: readonly string[];
    /** Which clients without an account may have something delivered. */
    readonly anonymous: AnonymousDeliveries;
    /** Whether receivers without TLS are taken. */
    readonly http: boolean;
    /** Ranges of addresses that are not public and may be delivered to all the same. */
    readonly allowedRanges: readonly string[];
  };
  readonly analyticsId: string | undefined;
  readonly metricsToken: string | undefined;
  /** Whether a client on the same machine may read the metrics without a token: no proxy brings others in from there. */
  readonly metricsOnLoopback: boolean;
  /** Undefined: nothing is traced. */
  readonly tracing: { readonly endpoint: string; readonly share: number } | undefined;
  readonly logLevel: LogLevel;
  /** What the start prints as warnings. */
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
  readonly sqs: {
    readonly queueUrl: string;
    /** Another queue for small work; undefined: all in one. */
    readonly smallQueueUrl: string | undefined;
    readonly endpoint: string | undefined;
  };
  readonly redisUrl: string;
  readonly awsRegion: string;
}

export type Config = EmbeddedConfig | DistributedConfig;

const DEFAULT_DATA_DIR = '.data';
const DISTRIBUTED_NEEDS = ['S3_BUCKET', 'SQS_QUEUE_URL', 'REDIS_URL'] as const;
const DISTRIBUTED_SIGNS = [
  ...DISTRIBUTED_NEEDS,
  'S3_ENDPOINT',
  'SQS_ENDPOINT',
  'SQS_SMALL_QUEUE_URL',
] as const;

/**
 * The configuration that the environment asks for. An empty variable counts as not set.
 * @param env  the environment (this process's own)
 * @param role workers have no sign-in, so they need neither GOOGLE_CLIENT_ID nor JWT_SECRET
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
  problems.push(...publishedSecrets(given));
  problems.push(...(distributed ? distributedProblems(given, role) : embeddedProblems(given)));
  const { SHARE_TTL_SECONDS: usual = OPERATING_LIMITS.shareTtlSeconds, SHARE_MAX_SECONDS: most = usual } =
    result.data ?? {};
  if (most < usual)
    problems.push(`SHARE_MAX_SECONDS: expected at least ${usual}, the usual time, but received ${most}`);
  const { MAX_FILE_BYTES: largest = OPERATING_LIMITS.maxFileBytes, MAX_STORED_BYTES: all = Infinity } =
    result.data ?? {};
  if (role === 'web' && all < largest)
    problems.push(
      `MAX_STORED_BYTES: expected at least ${largest}, one file of MAX_FILE_BYTES, but received ${all}`,
    );
  if (!result.success || problems.length > 0) throw new ConfigError(problems);
  return distributed ? distributedConfig(result.data) : embeddedConfig(result.data);
}

/** Clients on the same machine are limited as soon as one of these is set. */
const LIMIT_NAMES = [
  'FILES_PER_MINUTE',
  'UPLOADS_AT_ONCE',
  'OPEN_JOBS',
  'OPEN_BYTES',
  'STORED_BYTES',
  'LIMIT_TIERS',
] as const;

type Given = Readonly<Record<string, string | undefined>>;

/** Published in this repository, see docker-compose.yml. */
const PUBLISHED_SECRETS: readonly string[] = ['for-this-machine-only-not-a-secret-at-all'];

function publishedSecrets({ JWT_SECRET = '', PUBLIC_URL = '' }: Given): string[] {
  const isPublished = JWT_SECRET.split(',').some((secret) => PUBLISHED_SECRETS.includes(secret.trim()));
  if (!isPublished || !URL.canParse(PUBLIC_URL) || isLoopbackHost(new URL(PUBLIC_URL).hostname)) return [];
  return [
    'JWT_SECRET: is the published one of docker-compose.yml, with which anyone could sign in as anyone at PUBLIC_URL. Choose one of your own: openssl rand -base64 48',
  ];
}

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
  const problems: string[] = [];
  if (given.GOOGLE_CLIENT_ID !== undefined && given.DEMO_SIGN_IN === 'on')
    problems.push('DEMO_SIGN_IN: cannot be on while GOOGLE_CLIENT_ID is set');
  const code = CODE_PATHS.find((path) => isInside(path, resolve(given.DATA_DIR ?? DEFAULT_DATA_DIR)));
  if (code !== undefined)
    problems.push(`DATA_DIR: lies in ${code}, which engine processes may read. Choose a folder elsewhere`);
  return problems;
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
    dataDir: resolve(env.DATA_DIR ?? DEFAULT_DATA_DIR),
    publicUrl:
      env.PUBLIC_URL ?? (isLoopbackHost(host) && port !== 0 ? `http://localhost:${port}` : undefined),
    // A person waits at a terminal.
    drainSeconds: env.DRAIN_SECONDS ?? 10,
    thisMachineOnly: openTo === null,
    demoSignIn,
    // An embedded server is started by hand in a terminal; the log of a service is read by machines.
    logLevel: env.LOG_LEVEL ?? 'warn',
    deliveries: deliveries(env, openTo === null),
    rateLimits: rateLimits(env, openTo === null && LIMIT_NAMES.every((name) => env[name] === undefined)),
    warnings,
  };
}

function distributedConfig(env: Environment): DistributedConfig {
  return {
    ...commonConfig(env),
    mode: 'distributed',
    host: env.HOST ?? '0.0.0.0',
    publicUrl: env.PUBLIC_URL,
    // Below the 120 s that orchestrators allow between SIGTERM and SIGKILL.
    drainSeconds: env.DRAIN_SECONDS ?? 90,
    thisMachineOnly: false,
    demoSignIn: false,
    logLevel: env.LOG_LEVEL ?? 'info',
    deliveries: deliveries(env, false),
    rateLimits: rateLimits(env, false),
    // distributedProblems has checked the three.
    s3: { bucket: env.S3_BUCKET!, endpoint: env.S3_ENDPOINT },
    sqs: {
      queueUrl: env.SQS_QUEUE_URL!,
      smallQueueUrl: env.SQS_SMALL_QUEUE_URL,
      endpoint: env.SQS_ENDPOINT,
    },
    redisUrl: env.REDIS_URL!,
    awsRegion: env.AWS_REGION ?? 'us-east-1',
    warnings: [],
  };
}

function commonConfig(env: Environment) {
  const shareTtlSeconds = env.SHARE_TTL_SECONDS ?? OPERATING_LIMITS.shareTtlSeconds;
  return {
    port: env.PORT ?? 3000,
    trustedProxies: env.TRUSTED_PROXIES ?? 0,
    googleClientId: env.GOOGLE_CLIENT_ID,
    jwtSecrets: env.JWT_SECRET,
    maxFileBytes: env.MAX_FILE_BYTES ?? OPERATING_LIMITS.maxFileBytes,
    maxStoredBytes: env.MAX_STORED_BYTES,
    workerConcurrency: env.WORKER_CONCURRENCY ?? availableParallelism(),
    sandboxRequired: env.ENGINE_SANDBOX === 'required',
    resultTtlSeconds: env.RESULT_TTL_SECONDS ?? OPERATING_LIMITS.resultTtlSeconds,
    shareTtlSeconds,
    shareMaxSeconds: env.SHARE_MAX_SECONDS ?? Math.max(shareTtlSeconds, OPERATING_LIMITS.shareMaxSeconds),
    analyticsId: env.ANALYTICS_ID,
    metricsToken: env.METRICS_TOKEN,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG ?? 1 }
      : undefined,
    // Requests through a proxy on the same machine come from loopback too.
    metricsOnLoopback: reachableFrom(env, LOOPBACK) === null,
  };
}

function rateLimits(env: Environment, loopbackExempt: boolean): CommonConfig['rateLimits'] {
  const address = {
    filesPerMinute: env.FILES_PER_MINUTE ?? 60,
    uploadsAtOnce: env.UPLOADS_AT_ONCE ?? 4,
    openJobs: env.OPEN_JOBS ?? OPERATING_LIMITS.openJobs,
    openBytes: env.OPEN_BYTES ?? OPERATING_LIMITS.openBytes,
    storedBytes: env.STORED_BYTES ?? OPERATING_LIMITS.storedBytes,
  };
  return { tiers: limitTiers(address, env.LIMIT_TIERS ?? {}), loopbackExempt };
}

/** @param thisMachineOnly the owner of the machine can send requests from it without the server */
function deliveries(env: Environment, thisMachineOnly: boolean): CommonConfig['deliveries'] {
  return {
    webhookSecrets: env.WEBHOOK_SECRET ?? [],
    anonymous:
      env.DELIVERY_ANONYMOUS === 'on'
        ? 'everyone'
        : env.DELIVERY_ANONYMOUS !== 'off' && thisMachineOnly
          ? 'this-machine'
          : 'nobody',
    from: env.DELIVERY_FROM ?? 'workers',
    http: env.DELIVERY_HTTP === 'on',
    allowedRanges: env.DELIVERY_ALLOW ?? [],
  };
}
