import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { ConfigError } from '#platform/config-error.ts';
import { isLoopbackHost } from '#platform/reachability.ts';

const SECRET = 'x'.repeat(32);
const DISTRIBUTED = {
  S3_BUCKET: 'featherpress-files',
  SQS_QUEUE_URL: 'https://sqs.eu-central-1.amazonaws.com/1/jobs',
  REDIS_URL: 'redis://cache:6379',
  AWS_REGION: 'eu-central-1',
  GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com',
  JWT_SECRET: SECRET,
};

function problemsOf(env: Record<string, string>, role?: 'web' | 'worker'): readonly string[] {
  try {
    readConfig(env, role);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('means embedded on loopback when nothing is set', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      mode: 'embedded',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      thisMachineOnly: true,
      demoSignIn: true,
      maxFileBytes: 209_715_200,
      resultTtlSeconds: 900,
      shareTtlSeconds: 86_400,
      rateLimits: {
        tiers: {
          anonymous: {
            filesPerMinute: 60,
            uploadsAtOnce: 4,
            openJobs: 20,
            openBytes: 2 ** 30,
            storedBytes: 2 ** 31,
            filesPerDay: null,
          },
          'signed-in': { filesPerMinute: 300, uploadsAtOnce: 20 },
          key: { filesPerMinute: 300, uploadsAtOnce: 20 },
        },
        loopbackExempt: true,
      },
      warnings: [],
    });
    expect(config.mode === 'embedded' && config.dataDir).toBe(resolve('.data'));
    expect(config.workerConcurrency).toBeGreaterThan(0);
  });

  it('means distributed when bucket, queue and redis are set', () => {
    expect(readConfig(DISTRIBUTED)).toMatchObject({
      mode: 'distributed',
      host: '0.0.0.0',
      thisMachineOnly: false,
      demoSignIn: false,
      s3: { bucket: 'featherpress-files', endpoint: undefined },
      redisUrl: 'redis://cache:6379',
      awsRegion: 'eu-central-1',
      rateLimits: { loopbackExempt: false },
    });
  });

  it('counts an empty variable as not set', () => {
    expect(readConfig({ S3_BUCKET: '', PORT: ' ' })).toMatchObject({ mode: 'embedded', port: 3000 });
  });

  it('prints every problem at once', () => {
    const env = {
      PORT: 'http',
      LOG_LEVEL: 'loud',
      DEMO_SIGN_IN: 'yes',
      FILES_PER_MINUTE: '-1',
      JWT_SECRET: 'short',
    };
    expect(problemsOf(env)).toEqual([
      'PORT: expected a whole number from 0 to 65535 but received "http"',
      'JWT_SECRET: expected at least 32 characters but received 5',
      'DEMO_SIGN_IN: expected one of on, off but received "yes"',
      'FILES_PER_MINUTE: expected a whole number from 1 to 1000000 but received "-1"',
      'LOG_LEVEL: expected one of silent, error, warn, info, debug but received "loud"',
    ]);
    expect(() => readConfig(env)).toThrow(/^The configuration is not usable:\n {2}- PORT:/);
  });

  it('names what is missing from a mixture', () => {
    expect(problemsOf({ REDIS_URL: 'redis://x' })).toEqual([
      'S3_BUCKET: missing. REDIS_URL is set, and distributed mode needs S3_BUCKET, SQS_QUEUE_URL, REDIS_URL',
      'SQS_QUEUE_URL: missing. REDIS_URL is set, and distributed mode needs S3_BUCKET, SQS_QUEUE_URL, REDIS_URL',
      'GOOGLE_CLIENT_ID: missing. Distributed mode cannot sign in without',
      'JWT_SECRET: missing. Distributed mode cannot sign in without',
      'AWS_REGION: missing. Distributed mode needs it unless S3_ENDPOINT is set',
    ]);
    expect(problemsOf({ S3_ENDPOINT: 'http://localstack:4566' }, 'worker')).toHaveLength(3);
  });

  it('asks a worker for no sign-in settings', () => {
    const { GOOGLE_CLIENT_ID: _id, JWT_SECRET: _secret, ...env } = DISTRIBUTED;
    expect(readConfig(env, 'worker').mode).toBe('distributed');
    expect(problemsOf(env)).toHaveLength(2);
  });

  it('offers demo sign-in beyond loopback only when told to, and says so loudly', () => {
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({ demoSignIn: false, warnings: [] });
    const open = readConfig({ HOST: '0.0.0.0', DEMO_SIGN_IN: 'on' });
    expect(open.demoSignIn).toBe(true);
    expect(open.warnings[0]).toContain('DEMO_SIGN_IN=on while listening on 0.0.0.0');
    expect(readConfig({ DEMO_SIGN_IN: 'off' }).demoSignIn).toBe(false);
    expect(readConfig({ GOOGLE_CLIENT_ID: 'x' }).demoSignIn).toBe(false);
  });

  it.each([{ PUBLIC_URL: 'https://files.example.org' }, { TRUSTED_PROXIES: '1' }])(
    'takes a server on loopback for open when %j says so',
    (env) => {
      const config = readConfig(env);
      expect(config).toMatchObject({ host: '127.0.0.1', thisMachineOnly: false, demoSignIn: false });
      expect(config.rateLimits.loopbackExempt).toBe(false);
      expect(readConfig({ ...env, DEMO_SIGN_IN: 'on' }).warnings).toHaveLength(1);
      expect(readConfig({ PUBLIC_URL: 'http://[::1]:3000/' }).demoSignIn).toBe(true);
    },
  );

  it.each(['workers', 'workers/data', 'node_modules/.data', './platform/x/y'])(
    'refuses a data folder in %s, which engine processes may read',
    (folder) => {
      expect(problemsOf({ DATA_DIR: folder })[0]).toMatch(/^DATA_DIR: lies in .*engine processes may read/);
    },
  );

  it.each(['.data', '.', 'workers-data', '..', '/var/lib/featherpress'])(
    'takes the data folder %s',
    (folder) => {
      expect(readConfig({ DATA_DIR: folder })).toMatchObject({ mode: 'embedded' });
    },
  );

  it('refuses demo sign-in beside Google and in distributed mode', () => {
    expect(problemsOf({ GOOGLE_CLIENT_ID: 'x', DEMO_SIGN_IN: 'on' })[0]).toContain('DEMO_SIGN_IN');
    expect(problemsOf({ ...DISTRIBUTED, DEMO_SIGN_IN: 'on' })).toEqual([
      'DEMO_SIGN_IN: cannot be on in distributed mode',
    ]);
  });

  it('takes several secrets, the newest first', () => {
    expect(readConfig({ ...DISTRIBUTED, JWT_SECRET: `${SECRET}, ${SECRET}2` }).jwtSecrets).toEqual([
      SECRET,
      `${SECRET}2`,
    ]);
    expect(problemsOf({ ...DISTRIBUTED, JWT_SECRET: `${SECRET},old` })).toEqual([
      'JWT_SECRET: expected at least 32 characters in each of the secrets between commas but received 3',
    ]);
  });

  it('refuses the published secret where others come to, and takes it on this machine', () => {
    const published = { JWT_SECRET: 'for-this-machine-only-not-a-secret-at-all' };
    expect(problemsOf({ ...published, PUBLIC_URL: 'https://files.example' })).toEqual([
      expect.stringMatching(/^JWT_SECRET: is the published one/),
    ]);
    expect(readConfig({ ...published, PUBLIC_URL: 'http://localhost:3000' }).jwtSecrets).toHaveLength(1);
    expect(readFileSync('docker-compose.yml', 'utf8')).toContain(published.JWT_SECRET);
  });

  it.each(['https://files.example/press', 'https://ada:secret@files.example', 'https://files.example?a=b'])(
    'refuses %s as a public address: links could not be made with it',
    (url) => {
      expect(problemsOf({ PUBLIC_URL: url })).toEqual([
        `PUBLIC_URL: expected http:// or https:// with a host and nothing after it but received "${url}"`,
      ]);
    },
  );

  it('takes a public address as browsers write it', () => {
    expect(readConfig({ PUBLIC_URL: 'HTTPS://Files.Example:443/' }).publicUrl).toBe('https://files.example');
  });

  it('refuses a ceiling that no file of the largest size fits under', () => {
    expect(problemsOf({ MAX_STORED_BYTES: '2048' })).toEqual([
      'MAX_STORED_BYTES: expected at least 209715200, one file of MAX_FILE_BYTES, but received 2048',
    ]);
    expect(readConfig({ MAX_STORED_BYTES: '2048', MAX_FILE_BYTES: '2048' }).maxStoredBytes).toBe(2_048);
  });

  it('limits loopback clients as soon as a limit is set', () => {
    expect(readConfig({ UPLOADS_AT_ONCE: '2' }).rateLimits).toMatchObject({
      tiers: { anonymous: { filesPerMinute: 60, uploadsAtOnce: 2 }, 'signed-in': { uploadsAtOnce: 10 } },
      loopbackExempt: false,
    });
  });

  it('never repeats a secret in a message', () => {
    expect(problemsOf({ METRICS_TOKEN: 'hunter2' }).join()).not.toContain('hunter2');
  });
});

describe('isLoopbackHost', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.0.0.1',
    '127.1.2.3',
    '127.1',
    '::1',
    '[0:0:0:0:0:0:0:1]',
  ])('accepts %s', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });
  it.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.org', 'localhost.example.org', 'a@localhost', ''])(
    'refuses %s',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
});

describe('deliveries', () => {
  const SECRETS = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);

  it('are for this machine, with TLS and public addresses, when nothing is set', () => {
    expect(readConfig({}).deliveries).toEqual({
      from: 'workers',
      webhookSecrets: [],
      anonymous: 'this-machine',
      http: false,
      allowedRanges: [],
    });
  });

  it.each([
    { PUBLIC_URL: 'https://example.org' },
    { HOST: '0.0.0.0' },
    { TRUSTED_PROXIES: '1' },
    DISTRIBUTED,
  ])('are for accounts only where others reach the server: %o', (env) => {
    expect(readConfig(env).deliveries.anonymous).toBe('nobody');
    expect(readConfig({ ...env, DELIVERY_ANONYMOUS: 'on' }).deliveries.anonymous).toBe('everyone');
  });

  it('take lists', () => {
    const env = {
      WEBHOOK_SECRET: SECRETS.join(', '),
      DELIVERY_ALLOW: '10.0.0.0/8, fd00::/8',
      DELIVERY_HTTP: 'on',
    };
    expect(readConfig(env).deliveries).toMatchObject({
      webhookSecrets: SECRETS,
      allowedRanges: ['10.0.0.0/8', 'fd00::/8'],
      http: true,
    });
  });

  it('name what is wrong, and no secret', () => {
    const problems = problemsOf({ WEBHOOK_SECRET: `${SECRETS[0]},hunter2`, DELIVERY_ALLOW: '10.0.0.1' });
    expect(problems).toEqual([
      'WEBHOOK_SECRET: expected whsec_ and 24 to 64 bytes in base64 but received another value at place 2',
      'DELIVERY_ALLOW: expected a range of addresses such as 10.0.0.0/8 but received "10.0.0.1"',
    ]);
  });
});
