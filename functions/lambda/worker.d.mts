export { deadLetterHandler, handler } from './worker.ts';
