/** For tests/e2e: the packages of infra/browsers/package.json are found from this folder alone. */
export { default as puppeteer, type Browser, type Page } from 'puppeteer-core';
