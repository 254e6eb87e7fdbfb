import { describe, expect, it } from 'vitest';
import { exportsByFile, importsByFile, unused } from './export-graph.ts';

/** Files that are read in other ways than by imports of the repository. */
const DOORS = [
  // Remix reads what its modules export.
  /^app\/routes\//,
  /^app\/(root|entry\.(client|server))\.tsx$|^app\/routes\.ts$/,
  // Published packages.
  /^functions\/client\/index\.ts$/,
  /^functions\/cli\/library\.ts$/,
  /^app\/compressor\/device\/page-engine\.ts$/,
  // The engine loads a kind by its name.
  /^workers\/engine\/(formats|documents)\/[^/]+\/index\.ts$/,
  // The cloud calls handlers by name.
  /^functions\/lambda\//,
  // Configuration of tools, and what tools load by its path.
  /\.config\.ts$/,
  /^tests\/support\/(function-coverage|fresh-page)\.ts$/,
  /^tests\/e2e\/support\/remove-folder\.ts$/,
  // Takes the place of a package in a bundle.
  /^infra\/package\/jpeg-transcoder\.ts$/,
];
/** Zod keeps schemas with an id in a registry, which the description of the API is made from. */
const REGISTERED = /^platform\/contracts\/api\/.*: \w+Schema$/;
/** Rooms whose exported types are imported, too. */
const TYPES = /^(app|functions|platform)\/|^workers\/(?!engine\/)/;

describe('an export', () => {
  const imports = importsByFile();
  const files = [...exportsByFile()].filter(([path]) => !DOORS.some((door) => door.test(path)));

  it('is a value that is imported', () => {
    expect(files.length).toBeGreaterThan(1_000);
    const idle = files.flatMap(([path, { values }]) =>
      unused(values, imports.get(path)).map((name) => `${path}: ${name}`),
    );
    expect(idle.filter((each) => !REGISTERED.test(each))).toEqual([]);
  });

  it('is a type that is imported', () => {
    const idle = files
      .filter(([path]) => TYPES.test(path))
      .flatMap(([path, { types }]) => unused(types, imports.get(path)).map((name) => `${path}: ${name}`));
    expect(idle).toEqual([]);
  });
});
