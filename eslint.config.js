import { globals, js, jsxA11y, noEnvironment, reactHooks, tseslint } from './infra/lint/rules.mjs';

/** What Node has and a browser has not, and the names by which it could be reached. */
const NODE_GLOBALS = Object.keys(globals.node).filter((name) => !(name in globals.browser));
const GLOBAL_OBJECTS = ['globalThis', 'global', 'self', 'window'];
/** Together they hold each file; not the engine's, whose files are in the first as well: a program takes a gigabyte. */
const PROGRAMS = ['./tsconfig.json', './app/pwa/worker/tsconfig.json', './tests/infra/cdk/tsconfig.json'];
const restricted = (names, message) => ['error', ...[...new Set(names)].map((name) => ({ name, message }))];

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

export default tseslint.config(
  {
    ignores: [
      'build/',
      'node_modules/',
      '.data/',
      'coverage/',
      'test-results/',
      'playwright-report/',
      'cdk.out/',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  { languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { project: PROGRAMS, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-undef': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      // The compiler tells of them.
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['app/**/*.{ts,tsx}'],
    ...jsxA11y.flatConfigs.recommended,
    plugins: { ...jsxA11y.flatConfigs.recommended.plugins, 'react-hooks': reactHooks },
    rules: { ...jsxA11y.flatConfigs.recommended.rules, ...reactHooks.configs.recommended.rules },
  },
  {
    files: ['{app,functions,workers,platform,infra}/**/*.{ts,tsx}'],
    ignores: ['platform/config.ts', 'platform/process-environment.ts'],
    plugins: { house: { rules: { 'no-environment': noEnvironment } } },
    rules: { 'house/no-environment': 'error' },
  },
  {
    // A function of the engine has at most 15 branches, 4 levels and 4 parameters.
    files: ['workers/engine/**/*.ts'],
    rules: { complexity: ['error', 15], 'max-depth': ['error', 4], 'max-params': ['error', 4] },
  },
  {
    files: [ROOMS_OF_NUMBERS],
    ignores: [...TABLES_OF_NUMBERS, ...PUBLISHED_FORMULAS],
    rules: {
      '@typescript-eslint/no-magic-numbers': [
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
    ignores: ['workers/engine/codecs/native/**'],
    rules: {
      'no-restricted-globals': restricted(
        [...NODE_GLOBALS, ...GLOBAL_OBJECTS, 'document'],
        'The engine runs in workers of browsers: it knows neither Node nor a page.',
      ),
    },
  },
  {
    files: ['app/**/*.{ts,tsx}'],
    ignores: ['app/**/*.server.{ts,tsx}', 'app/services/**', 'app/routes/**', 'app/content/mdx-options.ts'],
    rules: { 'no-restricted-globals': restricted(NODE_GLOBALS, 'Browsers do not have this.') },
  },
  {
    // Command-line programs speak on standard output.
    files: ['functions/**', 'bench/**', 'infra/**', 'tests/**', 'workers/main.ts', '**/*.mjs'],
    rules: { 'no-console': 'off' },
  },
);
