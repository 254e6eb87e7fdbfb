import { latin1, viewOf } from '../base/bytes.ts';

/** What is read of an ICC profile, from its header and tag table. Source: ICC.1:2022, clauses 7.2 and 7.3. */
interface IccInfo {
  readonly space: 'rgb' | 'grey' | 'cmyk' | 'other';
}

export function readIcc(profile: Uint8Array): IccInfo {
  return { space: SPACES[latin1(profile, 16, 20)] ?? 'other' };
}

const SPACES: Readonly<Record<string, IccInfo['space']>> = { 'RGB ': 'rgb', GRAY: 'grey', CMYK: 'cmyk' };

/**
 * A profile with only what showing a picture needs. Printer profiles carry large tables for the opposite
 * direction, from colour to inks, which viewers and converters do not read. The result is a valid input profile.
 * Source: ICC.1:2022, 8.3 (an input profile needs AToB0, media white point, description and copyright).
 * @returns the profile itself when there is nothing to remove
 */
export function slimIcc(profile: Uint8Array): Uint8Array {
  const tags = readTags(profile);
  const forward = tags.find(({ name }) => name === 'A2B0');
  const kept = tags.filter(({ name }) => SHOWING_TAGS.has(name));
  if (!forward || kept.length === tags.length) return profile;
  const table = 128 + 4 + kept.length * 12;
  const size = kept.reduce((sum, tag) => sum + padded(tag.size), table);
  const slim = new Uint8Array(size);
  slim.set(profile.subarray(0, 128));
  const view = viewOf(slim);
  view.setUint32(0, size);
  writeText(slim, 12, 'scnr');
  slim.fill(0, 84, 100);
  view.setUint32(128, kept.length);
  let at = table;
  kept.forEach((tag, index) => {
    const entry = 132 + index * 12;
    writeText(slim, entry, tag.name);
    view.setUint32(entry + 4, at);
    view.setUint32(entry + 8, tag.size);
    slim.set(profile.subarray(tag.offset, tag.offset + tag.size), at);
    at += padded(tag.size);
  });
  return slim;
}

const SHOWING_TAGS = new Set(['A2B0', 'wtpt', 'bkpt', 'desc', 'cprt', 'chad']);

interface Tag {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}

function readTags(profile: Uint8Array): Tag[] {
  if (profile.length < 132) return [];
  const view = viewOf(profile);
  const count = Math.min(view.getUint32(128), Math.floor((profile.length - 132) / 12));
  return Array.from({ length: count }, (_, index) => {
    const entry = 132 + index * 12;
    return {
      name: latin1(profile, entry, entry + 4),
      offset: view.getUint32(entry + 4),
      size: view.getUint32(entry + 8),
    };
  }).filter(({ offset, size }) => offset + size <= profile.length);
}

function writeText(bytes: Uint8Array, at: number, value: string): void {
  for (let i = 0; i < value.length; i++) bytes[at + i] = value.charCodeAt(i);
}

function padded(size: number): number {
  return (size + 3) & ~3;
}
