import { placeNow, placeStore, type Place } from '../queue/place.ts';
import { missingHere } from './missing-here.ts';

/** Where files go that are chosen now on this page, by what this browser remembers and can do. */
export function placeHere(): Place {
  return placeNow(placeStore.read(), navigator.onLine, missingHere() === null);
}
