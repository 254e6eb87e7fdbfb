import { readConfig, type Config, type EmbeddedConfig } from '#platform/config.ts';
import { ConfigError } from '#platform/config-error.ts';
import { createPlatform, startTracing } from '#platform/create-platform.ts';
import { createLogger, type Logger } from '#platform/logger.ts';
import { startedByNpm } from '#platform/process-environment.ts';
import { createWebhookSecret, isWebhookSecret } from '#platform/webhook-secrets.ts';
import { startWorker, type Worker } from '#workers/start-worker.ts';
import { FolderInUseError, lockDataFolder } from './data-folder-lock.ts';
import { localSecret } from './local-secrets.ts';
import { createWebServer } from './web-server.ts';

/** Web server and workers in one start, on one folder: nothing else has to be installed. */
async function main(): Promise<void> {
  const given = embeddedOnly(readConfig());
  const isDevelopment = process.argv.includes('--dev');
  const logger = createLogger({ level: given.logLevel });
  const unlock = await lockDataFolder(given.dataDir);
  const config = await withWebhookSecret(given, logger);
  const tracing = await startTracing(config, 'embedded');
  const platform = await createPlatform(config, { logger });
  const viteDevServer = isDevelopment ? await createViteServer() : undefined;
  const workers: Worker[] = [];
  const web = await createWebServer({
    config,
    platform,
    logger,
    moreMetrics: () => workers.map(({ metrics }) => metrics.registry),
    ...(viteDevServer ? { viteDevServer } : {}),
  });
  const closeAll = async (worker?: Awaited<ReturnType<typeof startWorker>>): Promise<void> => {
    // The web process first: its requests are answered by the workers.
    await web.close();
    await worker?.stop({ graceMs: 5_000 });
    await viteDevServer?.close();
    await platform.close();
    await tracing?.stop();
    await unlock();
  };

  const { url } = await web.listen().catch(async (error: unknown) => {
    await closeAll();
    throw error;
  });
  const worker = await startWorker({ config, platform, logger });
  workers.push(worker);
  for (const warning of config.warnings) console.warn(`Warning: ${warning}`);
  console.log(`Featherpress is ready at ${friendly(url)} (Ctrl+C stops it)`);

  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1); // Asked twice: at once.
    stopping = true;
    closeAll(worker).catch(die);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  if (startedByNpm()) onParentGone(() => stopping || stop());
}

/** A SIGTERM for `npm start` ends npm and its shell, but is not passed on: this process would keep port and folder. */
function onParentGone(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 250);
  watch.unref();
}

function embeddedOnly(config: Config): EmbeddedConfig {
  if (config.mode === 'embedded') return config;
  throw new ConfigError([
    'S3_BUCKET, SQS_QUEUE_URL, REDIS_URL: set. This start keeps everything in one folder; a distributed installation starts its web servers and its workers apart',
  ]);
}

/** Where the operator has set none, webhooks are signed with a secret that is made once and kept beside the files. */
async function withWebhookSecret(config: EmbeddedConfig, logger: Logger): Promise<EmbeddedConfig> {
  const { dataDir, deliveries } = config;
  if (deliveries.webhookSecrets.length > 0) return config;
  const secret = await localSecret({
    dataDir,
    name: 'webhook-secret',
    create: createWebhookSecret,
    isUsable: (kept) => isWebhookSecret(kept.trim()),
    logger,
  });
  return { ...config, deliveries: { ...deliveries, webhookSecrets: [secret.trim()] } };
}

async function createViteServer() {
  const vite = await import('vite');
  return vite.createServer({ server: { middlewareMode: true } });
}

/** The name that people know, where it means the same. */
function friendly(url: string): string {
  return url.replace('//127.0.0.1:', '//localhost:');
}

function die(error: unknown): never {
  console.error(explain(error as Error));
  process.exit(1);
}

/** Why a folder cannot be used, by the code of the system. */
const UNUSABLE: Readonly<Record<string, string>> = {
  EACCES: 'this account may not use it',
  EPERM: 'this account may not use it',
  EROFS: 'it is on a file system that is read-only',
  EEXIST: 'a file is in its place, where a folder is needed',
  ENOTDIR: 'a file is in its place, where a folder is needed',
  EISDIR: 'a folder is in its place, where a file is needed',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this account is used up',
};

function explain(error: Error & { code?: string; port?: number; path?: string; syscall?: string }): string {
  if (error instanceof ConfigError || error instanceof FolderInUseError) return error.message;
  if (error.code === 'EADDRINUSE') {
    const other = (error.port ?? 3000) + 1;
    return `Port ${error.port} is already in use. Start Featherpress on another one: PORT=${other} npm start`;
  }
  if (error.code === 'EACCES' && error.port !== undefined) {
    return `Port ${error.port} may not be used by this account. Choose one above 1023: PORT=3000 npm start`;
  }
  const reason =
    error.code === 'ENOENT' && error.syscall === 'mkdir'
      ? 'it is missing and cannot be made there'
      : UNUSABLE[error.code ?? ''];
  // A write that fails names no path.
  if (reason !== undefined)
    return `Featherpress cannot use ${error.path ?? 'its data folder'}: ${reason}. Mend it, or start on another folder: DATA_DIR=other-folder npm start`;
  return error.stack ?? String(error);
}

main().catch(die);
