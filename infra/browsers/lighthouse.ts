/** For bench/pages.ts: the packages of infra/browsers/package.json are found from this folder alone. */
export { launch } from 'chrome-launcher';
export { default as lighthouse } from 'lighthouse';
