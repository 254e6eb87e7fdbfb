import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { publishedPaths } from '~/content/navigation.ts';
import { blogPages, landingPages } from '#tests/support/site-content.ts';

/** Pages of the layout that need the server, or stand in for others. */
const NOT_PUBLISHED = ['/$', '/s/$id', '/dashboard', '/offline'];

test('every page of the layout is published: in the site map and offline', () => {
  const routes = globSync('app/routes/_site.*.tsx').map((file) => {
    const name = basename(file, '.tsx').slice('_site.'.length);
    return name === '_index' ? '/' : `/${name.replaceAll('.', '/')}`;
  });
  expect(routes.filter((path) => !NOT_PUBLISHED.includes(path)).sort()).toEqual([...publishedPaths].sort());
});

test('every article is published', () => {
  for (const { path } of [...landingPages, ...blogPages]) expect(publishedPaths).toContain(path);
});
