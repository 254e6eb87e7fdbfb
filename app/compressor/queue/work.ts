/** The door of what the page loads before the first file is chosen, and not before it is drawn. */
export { runRequest } from './run-request.ts';
export { cancelJob } from '../job/job-calls.ts';
export { tryNow } from '../job/persist.ts';
export { recordResult } from '../history/history.ts';
export { announce, announceRemoval, announceSessionEnd } from './announcements.ts';
export { goOn } from './pending.ts';
export { withoutCopies } from '../selection/copies.ts';
export { leftOutQuestion, offerOf } from '../selection/offer.ts';
export { sortFolder } from '../selection/folder-files.ts';
export { fetchSample } from '../selection/sample.ts';
