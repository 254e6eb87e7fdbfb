import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '#platform/config.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { environmentSchema } from '#platform/config-schema.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

interface Workload {
  readonly kind: string;
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: object };
    readonly template: {
      readonly metadata: { readonly labels: object };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly Container[];
      };
    };
  };
}

interface Container {
  readonly image: string;
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly volumeMounts: readonly { readonly mountPath: string }[];
  readonly readinessProbe: { readonly httpGet: { readonly path: string } };
}

/** Helm is not at hand: the template holds names alone, which are put in here. @throws for a name without a value */
function rendered(path: string): unknown[] {
  const values = parse(read('infra/helm/values.yaml')) as Record<string, string>;
  const text = read(path).replaceAll(/\{\{ (\S+) \}\}/g, (_all, name: string) => {
    if (name === '.Release.Name') return 'site';
    const value = values[name.replace('.Values.', '')];
    if (value === undefined) throw new Error(`There is no value ${name}`);
    return value;
  });
  expect(text).not.toContain('{{');
  return parseAllDocuments(text).map((document) => document.toJS() as unknown);
}

describe('the Helm chart', () => {
  it('runs one server on one volume, with a configuration that it accepts', () => {
    const [service, workload] = rendered('infra/helm/templates/featherpress.yaml') as [
      { spec: { selector: object } },
      Workload,
    ];
    expect(workload).toMatchObject({ kind: 'StatefulSet', spec: { replicas: 1 } });
    const { template, selector } = workload.spec;
    expect(template.metadata.labels).toEqual(selector.matchLabels);
    expect(service.spec.selector).toEqual(selector.matchLabels);
    const [container] = template.spec.containers as [Container];
    const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    const config = readConfig({ ...env, HOST: '0.0.0.0', DATA_DIR: '/data' });
    expect(config).toMatchObject({
      mode: 'embedded',
      publicUrl: 'https://files.example.org',
      trustedProxies: 1,
    });
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(config.drainSeconds);
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toContain('/data');
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
  });

  it('has the version of the product, in its image too', () => {
    const chart = parse(read('infra/helm/Chart.yaml')) as object;
    expect(chart).toMatchObject({ version, appVersion: version });
    expect(parse(read('infra/helm/values.yaml'))).toMatchObject({ image: `featherpress:${version}` });
  });
});

it('a checkout installs on an older Node for people who ask npm to be strict', () => {
  const userconfig = join(temporaryFolder(), 'npmrc');
  writeFileSync(userconfig, 'engine-strict=true\n');
  const { stdout } = spawnSync('npm', ['config', 'get', 'engine-strict'], {
    encoding: 'utf8',
    env: { ...process.env, npm_config_userconfig: userconfig },
  });
  expect(stdout.trim()).toBe('false');
});

describe('the unit of systemd', () => {
  const unit = read('infra/systemd/featherpress.service');

  it('starts a program that is there, with variables that are known', () => {
    const [, program = ''] = /^ExecStart=\/opt\/featherpress\/\S+ (\S+)$/m.exec(unit) ?? [];
    expect(existsSync(program)).toBe(true);
    const [, set = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
    const names = set.split(' ').map((each) => each.split('=', 1)[0]!);
    expect(names.filter((name) => name !== 'NODE_ENV' && !(name in environmentSchema.shape))).toEqual([]);
  });

  const withSystemd = it.runIf(spawnSync('systemd-analyze', ['--version']).status === 0);

  withSystemd('is accepted by systemd, as is that of the recipe for a person', () => {
    const folder = temporaryFolder();
    const [, recipe = ''] = /```ini\n([\s\S]*?)```/.exec(read('docs/recipes/watched-folder.md')) ?? [];
    writeFileSync(join(folder, 'featherpress.service'), recipe);
    const own = spawnSync('systemd-analyze', ['verify', '--user', join(folder, 'featherpress.service')], {
      encoding: 'utf8',
      env: { ...process.env, XDG_RUNTIME_DIR: folder },
    });
    expect({ status: own.status, stderr: own.stderr }).toEqual({
      status: 0,
      stderr: expect.not.stringContaining('featherpress.service'),
    });
    const path = 'infra/systemd/featherpress.service';
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    // The program is not where the unit expects it.
    const said = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('featherpress.service'));
    expect(said.filter((line) => !/not executable|No such file/.test(line))).toEqual([]);
  });
});
