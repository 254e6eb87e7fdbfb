import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withPackageName } from '../../../infra/package/build-package.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../functions/cli/package/${name}`, import.meta.url), 'utf8');

it('the texts of a package with a scope take it by that name, and call the command by its own', () => {
  const page = withPackageName(read('README.md'), '@you/featherpress');
  for (const named of [
    ...["from '@you/featherpress'", "from '@you/featherpress/browser'", "exclude: ['@you/featherpress']"],
    ...['`@you/featherpress/queries`', '`@you/featherpress/client`', '`featherpress --help`'],
  ])
    expect(page).toContain(named);
  expect(page).not.toMatch(/(?:from '|exclude: \[')featherpress/);
  expect(withPackageName(read('queries.d.ts'), '@you/featherpress')).toContain('"@you/featherpress/queries"');
});
