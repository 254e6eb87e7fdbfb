import { expect, it } from 'vitest';
import { exists, readSources } from './source-files.ts';

it('names imported files with their ending', () => {
  const sources = readSources();
  expect(sources.length).toBeGreaterThan(500);
  const unnamed = sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier, target }) => {
        // Route types and the build are made by tools.
        if (target === null || path.endsWith('.d.ts') || specifier.includes('build/')) return false;
        return !specifier.startsWith('~/') && !exists(target);
      })
      .map(({ specifier }) => `${path} → ${specifier}`),
  );
  expect(unnamed).toEqual([]);
});
