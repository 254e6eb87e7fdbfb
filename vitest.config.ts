import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PATIENCE_MS, TEST_LIMIT_MS } from './infra/setup/patience.ts';

/** Beside unit tests: files that start servers of their own and close them, and files that read code. */
const SHARED = [
  'tests/integration/api/**/*.test.ts',
  'tests/contracts/*.test.ts',
  'tests/infra/*.test.ts',
  'tests/architecture/*.test.ts',
];

/** Files that compress much: `npm run check` leaves them out. */
const LONG = 'tests/unit/**/*.long.test.ts';

/** Files that draw on a page. */
const ON_A_PAGE = globSync('tests/unit/app/**/*.test.{ts,tsx}').filter((file) =>
  readFileSync(file, 'utf8').startsWith('// @vitest-environment jsdom'),
);

/** What waits longest first, so that no core waits for one file at the end; then pages, long files, and short ones. */
class InTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  if (project.config.isolate) return 1;
  if (!moduleId.includes('/tests/unit/')) return 0;
  if (project.name === 'on a page') return 2;
  return project.name === 'long' ? 3 : 4;
}

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  test: {
    projects: [
      // What starts programs.
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['tests/{integration,infra}/**/*.test.ts'],
          exclude: SHARED,
        },
      },
      // Files of one process load and compile what they test once.
      {
        extends: true,
        test: {
          name: 'together',
          include: ['tests/unit/**/*.test.{ts,tsx}', ...SHARED],
          exclude: [LONG, ...ON_A_PAGE],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: [LONG],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'on a page',
          include: ON_A_PAGE,
          setupFiles: 'tests/support/fresh-page.ts',
          isolate: false,
        },
      },
    ],
    pool: 'forks',
    // Two cores, and one more for the time in which tests wait.
    maxWorkers: 3,
    sequence: { sequencer: InTurn },
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    // With --coverage, as npm test runs it; infra/setup/coverage-by-room.ts prints and judges what it leaves.
    coverage: {
      provider: 'custom',
      customProviderModule: fileURLToPath(new URL('./tests/support/function-coverage.ts', import.meta.url)),
      reportOnFailure: true,
    },
  },
});
