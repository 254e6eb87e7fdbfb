import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listFiles, ROOT } from './source-files.ts';

/** Rooms whose comments name things. */
const ROOMS = /^(app|functions|platform|workers)\//;
/** Pronouns in place of the thing that is meant. */
const NO_NAME = /\b(nobody|whoever|somebody|anybody|everybody)\b|of no use|the same where|by its own lights/i;
/** Begins with a look back, so that its reader has to find what is meant. */
const LOOKS_BACK = /(\/\*\*|\/\/|^\s*\*) (The same|As before|As of|As for)\b/;
/** A line of a comment, or the comment behind code. */
const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/|\{\/\*) ?.*|(?<=\s)\/\/ .*/;

it('names in comments the thing that is meant', () => {
  const files = listFiles().filter((path) => ROOMS.test(path) && /\.tsx?$/.test(path));
  expect(files.length).toBeGreaterThan(900);
  // Generated from the descriptions of the API.
  const written = files.filter((path) => path !== 'functions/client/api-types.ts');
  const vague = written.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const comment = COMMENT.exec(line)?.[0];
        const isVague = comment !== undefined && (NO_NAME.test(comment) || LOOKS_BACK.test(line));
        return isVague ? [`${path}:${at + 1} ${line.trim()}`] : [];
      }),
  );
  expect(vague).toEqual([]);
});
