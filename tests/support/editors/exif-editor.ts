import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

export interface TaggedFile {
  readonly bytes: Uint8Array;
  /** Descriptions by group and name, as ExifTool reads them; its complaints are among them. */
  readonly tags: Readonly<Record<string, unknown>>;
}

const READ = ['-json', '-n', '-struct', '-a', '-G1', '-x', 'System:all'];

/** Has ExifTool change descriptions of a picture. @param edits such as `-EXIF:Artist=Ada` */
export function editTags(
  name: string,
  picture: Uint8Array,
  edits: readonly string[],
): { before: TaggedFile; after: TaggedFile } {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, picture);
  const tasks = [...READ, '-execute', '-overwrite_original', ...edits, '-execute', ...READ];
  const answer = execFileSync('exiftool', [...tasks, '-common_args', path], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const [before, after] = [...answer.matchAll(/^\[\{$[^]*?^\}\]$/gm)].map(
    ([list]) => (JSON.parse(list) as TaggedFile['tags'][])[0]!,
  );
  return {
    before: { bytes: picture, tags: before! },
    after: { bytes: new Uint8Array(readFileSync(path)), tags: after! },
  };
}
