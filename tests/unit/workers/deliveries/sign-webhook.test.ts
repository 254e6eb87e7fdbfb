import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createWebhookSecret, isWebhookSecret, webhookSecretsOf } from '#platform/webhook-secrets.ts';
import { webhookHeaders } from '#workers/deliveries/sign-webhook.ts';

const BODY = JSON.stringify({ type: 'job.completed', data: { name: 'Ünïcode ☃ "quoted"' } });
const message = { id: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W', body: BODY };

describe('webhookHeaders', () => {
  it('signs the example of the specification as its own library does', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = '{"test": 2432232314}';
    const headers = webhookHeaders([secret], { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body }, 1_614_265_330_000);
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    expect(headers['webhook-timestamp']).toBe('1614265330');
  });

  it('is verified by either secret while they are changed, and by no other', () => {
    const secrets = [createWebhookSecret(), createWebhookSecret()];
    const headers = webhookHeaders(secrets, message, Date.now());
    for (const secret of secrets)
      expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY) as unknown);
    expect(() => new Webhook(createWebhookSecret()).verify(BODY, headers)).toThrow(WebhookVerificationError);
    expect(() => new Webhook(secrets[0]!).verify(BODY.replace('completed', 'failed'), headers)).toThrow();
    expect(() => new Webhook(secrets[0]!).verify(BODY, { ...headers, 'webhook-id': 'msg_other' })).toThrow();
  });

  it('is verified by the few lines of Python that docs/api.md shows', () => {
    const secret = createWebhookSecret();
    const given = { secret, headers: webhookHeaders([secret], message, Date.now()), body: BODY };
    const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
    const sample = /```python\n([^`]*def is_ours[^`]*)```/.exec(page)?.[1];
    const program = `${sample}
import json, sys
given = json.load(sys.stdin)
body = given["body"].encode()
for old in (0, 301):
    headers = {**given["headers"], "webhook-timestamp": str(int(given["headers"]["webhook-timestamp"]) - old)}
    print(is_ours(given["secret"], headers, body), is_ours(given["secret"], headers, body + b" "))
`;
    const python = spawnSync('python3', ['-c', program], { input: JSON.stringify(given), encoding: 'utf8' });
    expect(python.stdout.trim().split('\n')).toEqual(['True False', 'False False']);
  });
});

describe('webhookSecretsOf', () => {
  const installation = [createWebhookSecret(), createWebhookSecret()];

  it('gives every account secrets of its own, in the form of the specification', () => {
    const [one, other] = ['account-1', 'account-2'].map((id) => webhookSecretsOf(installation, id));
    expect(new Set([...installation, ...one!, ...other!]).size).toBe(6);
    expect([...one!, ...other!].every(isWebhookSecret)).toBe(true);
    expect(webhookSecretsOf(installation, 'account-1')).toEqual(one);
  });

  it('keeps the second one while the first is new', () => {
    const before = webhookSecretsOf([installation[1]!], 'account-1');
    expect(webhookSecretsOf(installation, 'account-1')[1]).toBe(before[0]);
  });

  it('uses those of the installation for clients without an account', () => {
    expect(webhookSecretsOf(installation, undefined)).toEqual(installation);
  });
});

it.each([
  ['whsec_', false],
  ['whsec_c2hvcnQ=', false],
  [`whsec_${Buffer.alloc(24, 1).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(64, 1).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(65, 1).toString('base64')}`, false],
  [Buffer.alloc(32, 1).toString('base64'), false],
  [`whsec_${Buffer.alloc(32, 1).toString('base64')}\n`, false],
])('tells whether %j is a secret', (text, is) => {
  expect(isWebhookSecret(text)).toBe(is);
});
