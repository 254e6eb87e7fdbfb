/** For eslint.config.js: the packages of infra/lint/package.json are found from this folder alone. */
export { default as js } from '@eslint/js';
export { default as jsxA11y } from 'eslint-plugin-jsx-a11y';
export { default as reactHooks } from 'eslint-plugin-react-hooks';
export { default as globals } from 'globals';
export { default as tseslint } from 'typescript-eslint';
export { noEnvironment } from './no-environment.mjs';
