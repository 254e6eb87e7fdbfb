import { beforeAll, expect, it } from 'vitest';
import {
  isAllowed,
  licencesText,
  shippedPackages,
  type ShippedPackage,
} from '../../infra/docker/licences.ts';
import { judgeAudit } from '../../infra/setup/judge-audit.ts';

let packages: ShippedPackage[];
beforeAll(async () => {
  packages = await shippedPackages(process.cwd());
});

it('finds what each form of the product ships', () => {
  const names = new Set(packages.map(({ name }) => name));
  for (const name of [
    'react',
    'sharp',
    'ioredis',
    'busboy',
    'wasm-vips',
    'jszip',
    '@fontsource-variable/inter',
  ])
    expect(names, name).toContain(name);
  for (const name of ['vitest', 'aws-cdk-lib', 'lighthouse', '@remix-run/dev'])
    expect(names, name).not.toContain(name);
});

it('ships nothing whose licence does not let it', () => {
  expect(
    packages.filter(({ licence }) => !isAllowed(licence)).map(({ name, licence }) => [name, licence]),
  ).toEqual([]);
});

it.each([
  ['MIT', true],
  ['(AGPL-3.0 OR MIT)', true],
  ['(Apache-2.0 AND MIT)', true],
  ['GPL-2.0-only', false],
  ['(MIT AND AGPL-3.0)', false],
  ['', false],
])('judges %j', (licence, allowed) => {
  expect(isAllowed(licence)).toBe(allowed);
});

it('names every package in the text, and gives each licence once', () => {
  const text = licencesText(packages);
  for (const { name, version } of packages) expect(text).toContain(`${name} ${version}`);
  const apache = 'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION';
  expect(text.split(apache).length).toBeLessThan(packages.length / 10);
});

it.each([
  ['{"vulnerabilities":{}}', 0, /No advisory/],
  ['{"message":"405 Method Not Allowed"}', 2, /No registry answered.*405/],
  ['', 2, /No registry answered/],
  [
    '{"vulnerabilities":{"a":{"via":[{"title":"x","url":"u1","severity":"high"}]},"b":{"via":["a"]}}}',
    1,
    /^high a: x \(u1\)$/,
  ],
  ['{"vulnerabilities":{"a":{"via":[{"title":"x","url":"u2","severity":"low"}]}}}', 0, /low a: x \(u2\) why/],
])('takes the audit %s for %i', (json, status, text) => {
  const judged = judgeAudit(json, { u2: 'why' });
  expect(judged.status).toBe(status);
  expect(judged.text).toMatch(text);
});
