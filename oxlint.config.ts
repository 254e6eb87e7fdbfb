import { fileURLToPath } from 'node:url';
import { globals } from './infra/lint/programs.ts';

/** What Node has and a browser has not, and the names by which it could be reached. */
const NODE_GLOBALS = Object.keys(globals.node).filter((name) => !(name in globals.browser));
const GLOBAL_OBJECTS = ['globalThis', 'global', 'self', 'window'];

/** Rooms of the engine whose numbers have names; those of policy stand in a table of the room. */
const ROOMS_OF_NUMBERS = 'workers/engine/{budget,palette,quality,search}/**/*.ts';
const TABLES_OF_NUMBERS = ['tuning', 'thresholds', 'work-costs'].map(
  (name) => `workers/engine/**/${name}.ts`,
);

/** Files that hold what is published, number by number. */
const PUBLISHED_FORMULAS = [
  // CIELAB of sRGB and CIE94: CIE 15:2004; IEC 61966-2-1.
  'workers/engine/quality/metrics/lab.ts',
  // Wang, Simoncelli and Bovik, "Multiscale structural similarity", 2003, and its windows, 2004.
  'workers/engine/quality/metrics/ms-ssim.ts',
  'workers/engine/quality/metrics/ssim.ts',
  // SSIMULACRA2 (Sneyers, 2022): colours and weights; machine code that computes them, by the numbers of WebAssembly.
  'workers/engine/quality/metrics/ssimulacra2/opsin.ts',
  'workers/engine/quality/metrics/ssimulacra2/weights.ts',
  'workers/engine/quality/metrics/ssimulacra2/kernels/**',
  // Orientations of Exif 2.32.
  'workers/engine/quality/metrics/ssimulacra2/stored-place.ts',
];

/** Numbers that say what they are: small counts, halves, samples of 8 bits and their places in 32, pixels of a megapixel. */
const PLAIN_NUMBERS = [-2, -1, 0, 0.5, 1, 2, 3, 4, 5, 8, 16, 24, 255, 256, 1e6];

/** Beside those of the category "correctness". */
const FURTHER_RULES = [
  'no-array-constructor',
  'no-case-declarations',
  'no-console',
  'no-empty',
  'no-fallthrough',
  'no-prototype-builtins',
  'no-regex-spaces',
  'no-unexpected-multiline',
  'eqeqeq',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  'typescript/ban-ts-comment',
  'typescript/consistent-type-imports',
  'typescript/no-empty-object-type',
  'typescript/no-explicit-any',
  'typescript/no-namespace',
  'typescript/no-require-imports',
  'typescript/no-unnecessary-type-constraint',
  'typescript/no-unsafe-function-type',
];

/** Events of an element that a person uses; focus passes through those of every kind. */
const USES = ['onClick', 'onMouseDown', 'onMouseUp', 'onKeyPress', 'onKeyDown', 'onKeyUp'];

/** They complain of what is meant as it stands. */
const OTHER_TASTES = [
  'jsx-a11y/prefer-tag-over-role',
  'typescript/no-base-to-string',
  'typescript/no-implied-eval',
  'typescript/no-meaningless-void-operator',
  'typescript/no-misused-spread',
  'typescript/no-useless-default-assignment',
  'typescript/require-array-sort-compare',
  'typescript/restrict-template-expressions',
  'typescript/unbound-method',
];

export default {
  plugins: ['typescript', 'react', 'jsx-a11y'],
  jsPlugins: [{ name: 'house', specifier: fileURLToPath(new URL('infra/lint/house.mjs', import.meta.url)) }],
  categories: { correctness: 'error' },
  ignorePatterns: [
    'infra/kernels/assembly/',
    'build/',
    '.data/',
    'coverage/',
    'test-results/',
    'playwright-report/',
    'cdk.out/',
  ],
  rules: {
    ...Object.fromEntries(FURTHER_RULES.map((name) => [name, 'error'])),
    ...Object.fromEntries(OTHER_TASTES.map((name) => [name, 'off'])),
    // The compiler tells of them.
    'no-unused-vars': 'off',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
  },
  overrides: [
    { files: ['**/*.{ts,tsx}'], rules: { 'no-var': 'error' } },
    {
      files: ['app/**/*.{ts,tsx}'],
      rules: {
        'react/rules-of-hooks': 'error',
        'react/unsupported-syntax': 'error',
        'jsx-a11y/no-noninteractive-element-interactions': [
          'error',
          { handlers: USES, dialog: ['onKeyDown'] },
        ],
      },
    },
    {
      files: ['{app,functions,workers,platform,infra}/**/*.{ts,tsx}'],
      excludeFiles: ['platform/config.ts', 'platform/process-environment.ts'],
      rules: { 'house/no-environment': 'error' },
    },
    { files: ['tests/**'], rules: { 'house/no-idle-pattern': 'error', 'house/no-early-end': 'error' } },
    {
      // A function of the engine has at most 15 branches, 4 levels and 4 parameters.
      files: ['workers/engine/**/*.ts'],
      rules: { complexity: ['error', 15], 'max-depth': ['error', 4], 'max-params': ['error', 4] },
    },
    {
      files: [ROOMS_OF_NUMBERS],
      excludeFiles: [...TABLES_OF_NUMBERS, ...PUBLISHED_FORMULAS],
      rules: {
        'no-magic-numbers': [
          'error',
          {
            ignore: PLAIN_NUMBERS,
            ignoreArrayIndexes: true,
            ignoreDefaultValues: true,
            ignoreNumericLiteralTypes: true,
            ignoreReadonlyClassProperties: true,
          },
        ],
      },
    },
    {
      // The engine outside codecs/native runs in workers of browsers.
      files: ['workers/engine/**/*.ts'],
      excludeFiles: ['workers/engine/codecs/native/**'],
      rules: {
        'no-restricted-globals': restricted(
          [...NODE_GLOBALS, ...GLOBAL_OBJECTS, 'document'],
          'The engine runs in workers of browsers: it knows neither Node nor a page.',
        ),
      },
    },
    {
      files: ['app/**/*.{ts,tsx}'],
      excludeFiles: [
        'app/**/*.server.{ts,tsx}',
        'app/services/**',
        'app/routes/**',
        'app/content/mdx-options.ts',
      ],
      rules: { 'no-restricted-globals': restricted(NODE_GLOBALS, 'Browsers do not have this.') },
    },
    {
      // Command-line programs speak on standard output.
      files: ['functions/**', 'bench/**', 'infra/**', 'tests/**', 'workers/main.ts', '**/*.mjs'],
      rules: { 'no-console': 'off' },
    },
  ],
};

function restricted(names: readonly string[], message: string) {
  return ['error', ...[...new Set(names)].map((name) => ({ name, message }))];
}
