import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseArguments } from '#functions/cli/arguments.ts';
import { findInputs } from '#functions/cli/find-inputs.ts';
import { planFiles } from '#functions/cli/plan-files.ts';
import { download } from '#functions/cli/web-address.ts';
import { listen } from '#tests/fixtures/listen.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const signal = new AbortController().signal;

it('fetches a file', async () => {
  const address = await listen((_request, response) => void response.end('a picture'));
  const path = join(temporaryFolder(), 'source');
  await download(new URL(`${address}/a.jpg`), path, signal);
  expect(readFileSync(path, 'utf8')).toBe('a picture');
});

it('says why a file could not be fetched', async () => {
  const address = await listen((_request, response) => void response.writeHead(404).end());
  const path = join(temporaryFolder(), 'source');
  const failed = { name: 'RemoteError', code: 'source-failed' };
  await expect(download(new URL(address), path, signal)).rejects.toMatchObject({
    ...failed,
    message: 'It could not be fetched: the server answered 404.',
  });
  await expect(download(new URL('http://127.0.0.1:1/'), path, signal)).rejects.toMatchObject(failed);
});

it.each([
  ['https://example.org/holiday%20one.jpg?w=1', 'holiday one-small.jpg'],
  ['https://example.org/', 'file-small'],
])('writes the result of %s into this directory, as %s', async (address, output) => {
  const command = parseArguments([address]);
  if (command.name !== 'compress') throw new Error('Expected a request.');
  const { files } = await findInputs(command.request);
  expect(await planFiles(files, command.request)).toEqual([{ input: address, output }]);
});

it('replaces nothing on the web', () => {
  expect(() => parseArguments(['--in-place', 'https://example.org/a.jpg'])).toThrow('cannot be replaced');
});
