import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { programPath } from './programs.ts';
import { freePort } from '../setup/free-port.ts';

const USER = { name: 'release', password: 'of this machine' };
/** A busy machine takes ten times the usual three seconds. */
const MOST_TRIES = 300;
const MILLISECONDS_BETWEEN_TRIES = 200;

export interface LocalRegistry {
  readonly url: string;
  /** Of the one user that may publish. */
  readonly token: string;
  readonly close: () => void;
}

/**
 * Starts verdaccio on this machine. It knows `name` by what is published here alone, and takes all else from another registry.
 * @param folder for what is published
 * @param usual address of that registry
 */
export async function startRegistry(folder: string, name: string, usual: string): Promise<LocalRegistry> {
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'config.yaml');
  await writeFile(config, JSON.stringify(configuration(folder, name, usual)));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = [
    '--no-warnings',
    programPath('verdaccio'),
    '--config',
    config,
    '--listen',
    url.slice('http://'.length),
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const close = () => void child.kill();
  try {
    return { url, token: await signUp(url, () => child.exitCode !== null), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Source: verdaccio 6, "Configuration file"; YAML takes JSON. */
function configuration(folder: string, name: string, usual: string): object {
  return {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'users'), max_users: 1 } },
    uplinks: { usual: { url: usual, timeout: '120s' } },
    packages: {
      [name]: { access: '$all', publish: USER.name },
      '**': { access: '$all', proxy: 'usual' },
    },
    max_body_size: '50mb',
    log: { type: 'stdout', level: 'error' },
  };
}

/** Makes the user as soon as the registry answers. @returns its token */
async function signUp(url: string, hasEnded: () => boolean): Promise<string> {
  for (let tries = 0; tries < MOST_TRIES && !hasEnded(); tries += 1) {
    const answer = await fetch(`${url}/-/user/org.couchdb.user:${USER.name}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(USER),
    }).catch(() => null);
    if (answer?.ok) return ((await answer.json()) as { readonly token: string }).token;
    await setTimeout(MILLISECONDS_BETWEEN_TRIES);
  }
  throw new Error('The registry of this machine did not start.');
}
