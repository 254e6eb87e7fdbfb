import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const FOLDER = fileURLToPath(new URL('../../infra/observability/', import.meta.url));
const RUNBOOKS = readFileSync(fileURLToPath(new URL('../../docs/runbooks.md', import.meta.url)), 'utf8');
const ALARMS = readFileSync(fileURLToPath(new URL('../../infra/cdk/alarms.ts', import.meta.url)), 'utf8');

interface Rule {
  readonly alert: string;
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
const { groups } = parse(readFileSync(`${FOLDER}alerts.yml`, 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

/** Anchors of the headings, as GitHub makes them. */
const anchors = [...RUNBOOKS.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-'),
);

describe('alert rules', () => {
  it.each([
    ['are taken by Prometheus', ['check', 'rules', 'alerts.yml']],
    ['fire when they should and not before', ['test', 'rules', 'alerts.test.yml']],
  ])('%s', (_name, args) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' });
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  });

  it('have a runbook each', () => {
    expect(rules.length).toBeGreaterThan(10);
    for (const { alert, annotations } of rules)
      expect([alert, anchors]).toEqual([alert, expect.arrayContaining([annotations.runbook.split('#')[1]])]);
  });

  it('and alarms of AWS are named in the runbooks', () => {
    const alarms = [...ALARMS.matchAll(/alarm\('(\w+)'/g)].map(([, name = '']) => name);
    expect(alarms.length).toBeGreaterThan(4);
    for (const name of [...alarms, ...rules.map(({ alert }) => alert)])
      expect([name, RUNBOOKS.includes(name)]).toEqual([name, true]);
  });

  it.each([
    'Scale',
    'Rotate the session secret',
    'Redrive',
    'Drain',
    'Redis lost',
    'A poison file',
    'Cost spike',
  ])('stand beside a runbook for: %s', (title) => expect(RUNBOOKS).toContain(`\n## ${title}\n`));
});

it('the dashboard has queries that Prometheus can parse, for its own data source', () => {
  const { panels } = JSON.parse(readFileSync(`${FOLDER}dashboard.json`, 'utf8')) as {
    panels: { id: number; title: string; targets: { expr: string }[] }[];
  };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const asRules = panels.flatMap(({ id, targets }) =>
    targets.map(({ expr }, at) => ({ record: `panel:${id}:${at}`, expr })),
  );
  const path = join(temporaryFolder(), 'dashboard.yml');
  writeFileSync(path, JSON.stringify({ groups: [{ name: 'dashboard', rules: asRules }] }));
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', path], { encoding: 'utf8' });
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
});
