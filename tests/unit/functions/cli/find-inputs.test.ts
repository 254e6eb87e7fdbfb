import { listOfKinds } from '#engine/index.ts';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findInputs } from '#functions/cli/find-inputs.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

/** A folder with files of ours and others, which is the working directory until the test ends. */
function folderWith(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  return folder;
}

async function placesOf(...inputs: string[]): Promise<string[]> {
  const { files } = await findInputs({ inputs });
  return files.map(({ place }) => place);
}

describe('findInputs', () => {
  it('takes files whatever they are called', async () => {
    folderWith('photo.dat', '-o');
    expect(await placesOf('photo.dat', './-o')).toEqual(['photo.dat', '-o']);
  });

  it('takes the files of our kinds below a folder, with their places', async () => {
    folderWith(
      'in/a.JPG',
      'in/sub/b.pdf',
      'in/sub/notes.txt',
      'in/.git/c.png',
      'in/node_modules/d.png',
      'in/e.pptx',
    );
    expect(await placesOf('in')).toEqual(['a.JPG', 'e.pptx', 'sub/b.pdf']);
  });

  it('does not walk in circles', async () => {
    const folder = folderWith('in/a.png');
    symlinkSync(join(folder, 'in'), join(folder, 'in/again'));
    expect(await placesOf('in')).toEqual(['a.png']);
  });

  it('expands patterns, but takes a file of that name first', async () => {
    folderWith('a.png', 'sub/b.png', 'c[1].png', 'c1.png');
    expect(await placesOf('**/*.png')).toEqual(['a.png', 'c1.png', 'c[1].png', 'sub/b.png']);
    expect(await placesOf('c[1].png')).toEqual(['c[1].png']);
  });

  it('takes each file once', async () => {
    folderWith('a.png', 'b.png');
    expect(await placesOf('a.png', './a.png', '*.png', '.')).toEqual(['a.png', 'b.png']);
  });

  it('reads lists of lines and lists with NUL, where names may hold line breaks', async () => {
    const folder = folderWith('a.png', 'b\nc.png');
    writeFileSync(join(folder, 'lines'), 'a.png\r\n\n');
    writeFileSync(join(folder, 'nul'), 'a.png\0b\nc.png\0');
    const placesIn = async (filesFrom: string) =>
      (await findInputs({ inputs: [], filesFrom })).files.map(({ place }) => place);
    expect(await placesIn('lines')).toEqual(['a.png']);
    expect(await placesIn('nul')).toEqual(['a.png', 'b\nc.png']);
    await expect(placesIn('nothing')).rejects.toThrow(/^The list nothing cannot be read/);
  });

  it('says why an input names nothing, and goes on', async () => {
    folderWith('empty/notes.txt', 'a.png');
    const { files, missing } = await findInputs({ inputs: ['nothing.jpg', '*.webp', 'empty', 'a.png'] });
    expect(files).toHaveLength(1);
    expect(missing.map(({ message }) => message)).toEqual([
      'There is no such file.',
      'No file matches this pattern.',
      `There is no ${listOfKinds('or')} file in this directory.`,
    ]);
  });
});
