import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkChangelog } from '../../../infra/package/check-changelog.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const changelog = readFileSync('functions/cli/package/CHANGELOG.md', 'utf8');

it('a changelog that tells what is new in a version is enough', () => {
  expect(() => checkChangelog(changelog, version)).not.toThrow();
});

it.each([
  ['no heading', changelog],
  ['a longer number', `${changelog}\n## 10.2.0\n\nMuch.\n`],
  ['nothing below it', changelog.replace('\n## ', '\n## 0.2.0\n\n## ')],
])('a changelog with %s ends a release', (_what, text) => {
  expect(() => checkChangelog(text, '0.2.0')).toThrow(/CHANGELOG\.md does not tell what is new in 0\.2\.0/);
});
