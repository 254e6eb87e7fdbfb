import { runLocationNow, runLocationStore, type RunLocation } from '../queue/run-location.ts';
import { missingHere } from './missing-here.ts';

/** Where files go that are chosen now on this page, by what this browser remembers and can do. */
export function runLocationHere(): RunLocation {
  return runLocationNow(runLocationStore.read(), navigator.onLine, missingHere() === null);
}
