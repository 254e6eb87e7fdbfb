// Lambda loads handlers from JavaScript files only; Node itself then reads the TypeScript.
export { deadLetterHandler, handler } from './worker.ts';
