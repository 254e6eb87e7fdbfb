import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { ROOT } from '#tests/support/walls.ts';

it('are awaited, and nothing else is', () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "target": "es2022" } }',
  );
  const lines = [
    'declare function later(): Promise<boolean>;',
    'later();',
    'if (later()) void later();',
    'await 5;',
    'export {};',
  ];
  writeFileSync(join(folder, 'planted.ts'), lines.join('\n'));
  const rules = ['--type-aware', '-c', join(ROOT, 'oxlint.config.ts'), '--format', 'unix'];
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'infra/lint/run.ts'), 'oxlint', ...rules, '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const found = [...stdout.matchAll(/:(\d):\d+: .*?\[.*?([\w-]+)\)?\]/g)].map(([, line, rule]) => [
    line,
    rule,
  ]);
  expect(found).toEqual([
    ['2', 'no-floating-promises'],
    ['3', 'no-misused-promises'],
    ['4', 'await-thenable'],
  ]);
});
