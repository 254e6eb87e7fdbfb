import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { INPUT_KINDS, KIND_INFO } from '#engine/api/kinds.ts';
import { menuFiles } from '#functions/cli/menu/menu-files.ts';
import { registryCalls } from '#functions/cli/menu/registry.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

/** A command that writes down what it is given; its path is one that shells and lists of fields would take apart. */
function witness(folder: string): { readonly command: string[]; readonly given: () => string[] } {
  const script = join(folder, "it's $HOME.sh");
  writeFileSync(script, `printf '%s\\n' "$@" > '${folder}/given'`);
  return {
    command: ['/bin/sh', script],
    given: () => readFileSync(join(folder, 'given'), 'utf8').trim().split('\n'),
  };
}

it('starts the command with the chosen files from the scripts of file managers', () => {
  const folder = temporaryFolder();
  const { command, given } = witness(folder);
  const scripts = menuFiles('linux', folder, command).filter(({ path }) => path.includes('/scripts/'));
  expect(scripts).toHaveLength(3);
  const { path, content } = scripts[0]!;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, 0o755);
  execFileSync(path, ['a b.jpg', '-c.png']);
  expect(given()).toEqual(['--', 'a b.jpg', '-c.png']);
});

it('offers a service menu for the types that the engine takes', () => {
  const types = INPUT_KINDS.map((kind) => KIND_INFO[kind].mimeTypes[0]);
  const menu = menuFiles('linux', '/home/a', ['/usr/bin/node', '/opt/100 %/cli.js']).find(({ path }) =>
    path.endsWith('.desktop'),
  )!;
  expect(menu.content).toContain(`MimeType=${types.join(';')};\n`);
  expect(menu.content).toContain('Exec="/usr/bin/node" "/opt/100 %%/cli.js" -- %F');
});

it('offers a Quick Action whose shell line starts the command', () => {
  const folder = temporaryFolder();
  const { command, given } = witness(folder);
  const files = menuFiles('darwin', folder, command);
  expect(files.map(({ path }) => path.slice(folder.length + 1))).toEqual([
    'Library/Services/Make smaller.workflow/Contents/Info.plist',
    'Library/Services/Make smaller.workflow/Contents/document.wflow',
  ]);
  const line = /<key>COMMAND_STRING<\/key><string>(.*?)<\/string>/.exec(files[1]!.content)![1]!;
  execFileSync('/bin/sh', ['-c', line, 'sh', 'a b.pdf']);
  expect(given()).toEqual(['--', 'a b.pdf']);
});

it('gives the Explorer an entry for each extension, and takes the same keys away', () => {
  const command = ['C:\\Program Files\\node.exe', 'C:\\fp\\cli.js'];
  const added = registryCalls('install', command);
  const removed = registryCalls('remove', command);
  expect(added).toHaveLength(2 * removed.length);
  expect(added[1]).toEqual([
    ...['add', 'HKCU\\Software\\Classes\\SystemFileAssociations\\.jpg\\shell\\Featherpress\\command'],
    ...['/ve', '/d', '"C:\\Program Files\\node.exe" "C:\\fp\\cli.js" -- "%1"', '/f'],
  ]);
  for (const [index, [action, key]] of removed.entries())
    expect([action, key]).toEqual(['delete', added[2 * index]![1]]);
});
