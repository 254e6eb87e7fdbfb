import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { QUICK_PROJECTS } from '../../infra/setup/quick-projects.ts';

it('npm run check runs all unit tests but those that compress much', () => {
  const projects = QUICK_PROJECTS.flatMap((name) => ['--project', name]);
  const args = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', 'tests/unit', ...projects];
  const { stdout } = spawnSync(PROJECT_NODE, args, { encoding: 'utf8' });
  const listed = stdout.match(/\S+\.test\.tsx?$/gm) ?? [];
  const all = globSync('tests/unit/**/*.test.{ts,tsx}');
  expect(listed).toHaveLength(all.filter((file) => !file.includes('.long.')).length);
  expect(listed.filter((file) => file.includes('.long.'))).toEqual([]);
});
