import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { carryOver } from './support/drag.ts';
import { allFinished, expect, select, test } from './support/test.ts';

const RULES = [
  ['more than ten files', 'You can upload up to 10 files at a time.', 'tooMany'],
  ['a type that is not ours', 'Please select only PDF, JPEG, PNG, WebP, PPTX, or PPT files.', 'text'],
  ['a legacy presentation', 'Please save your presentation as a .pptx file before uploading.', 'legacyPpt'],
  ['a file over 200 MB', 'Each file must be less than 200MB.', 'tooLarge'],
] as const;

for (const [what, message, key] of RULES) {
  test(`rejects the whole selection for ${what}`, async ({ page, files }) => {
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/compress')) requests++;
    });
    await select(page, key === 'tooMany' ? Array<string>(11).fill(files.png) : [files.png, files[key]]);
    await expect(page.getByRole('alert')).toHaveText(message);
    await expect(page.getByText('Drop your files here')).toBeVisible();
    expect(requests).toBe(0);
  });
}

/** Bytes that begin as a PNG and are not read before the server has them. */
const pngBytes = (words: string) => Buffer.from(`\x89PNG\r\n\x1a\n${words}`, 'latin1');

test('takes forty files of which ten are bad: names those, asks about copies, and sends the others', async ({
  page,
  files,
}, info) => {
  let sent = 0;
  let title = '';
  // Ten compressions take their time; what is said of the file with a password is of interest.
  await page.route('**/api/compress', async (route) => {
    sent++;
    if (sent === 29) title = await page.title();
    if (route.request().postDataBuffer()?.includes('locked.pdf')) return route.continue();
    return route.fulfill({ status: 422, json: { error: 'Not now.', code: 'damaged' } });
  });
  await mkdir(info.outputDir, { recursive: true });
  const write = async (name: string, bytes: Uint8Array) => {
    await writeFile(info.outputPath(name), bytes);
    return info.outputPath(name);
  };
  const good = await Promise.all(
    Array.from({ length: 28 }, (_, index) => write(`${index}.png`, pngBytes(String(index)))),
  );
  const copies = [await write('copy of 0.png', pngBytes('0')), await write('copy of 1.png', pngBytes('1'))];
  const empty = await Promise.all(['a.png', 'b.pdf', 'c.jpg'].map((name) => write(name, Buffer.alloc(0))));
  const foreign = await Promise.all(
    ['a.txt', 'b.docx', 'holiday.heic', 'slides.ppt'].map((name) => write(name, Buffer.from(name))),
  );
  await page.goto('/compress');
  await page
    .getByLabel('Choose files to compress')
    .setInputFiles([...empty, ...foreign, files.tooLarge, files.encrypted, ...good, ...copies]);
  await expect(page.getByRole('alert')).toHaveText('You can upload up to 10 files at a time.');
  await expect(page.getByRole('list', { name: 'Left out' }).getByRole('listitem')).toHaveText([
    ...['a.png: empty', 'b.pdf: empty', 'c.jpg: empty'],
    ...[/^a\.txt: not a .+ file$/, /^b\.docx: not a .+ file$/],
    ...[/^holiday\.heic: a HEIC image/, /^slides\.ppt: an old PPT/, 'huge.pdf: not less than 200 MB'],
  ]);
  const others = page.getByRole('button', { name: 'Compress the other 31 files' });
  await expect(others).toBeInViewport({ ratio: 1 });
  await others.click();
  await expect(page.getByRole('alert').first()).toHaveText(
    '2 files have the same content as others, so they were left out.',
  );
  await allFinished(page);
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'locked.pdf' })).toContainText(
    /password/i,
  );
  expect(sent).toBe(29);
  expect(title).toMatch(/^\(2\d\/29\) /);
  await expect(page).not.toHaveTitle(/29/);
});

test('shows the list of files that are dropped far below the drop zone', async ({ page, files }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/compress');
  await page.getByText('Trustpilot').scrollIntoViewIfNeeded();
  const content = (await readFile(files.png)).toString('base64');
  await carryOver(page, [{ name: 'chart.png', type: 'image/png', content }], ['dragenter', 'drop']);
  await allFinished(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
});

test('forgets the message when a good selection follows', async ({ page, files }) => {
  await select(page, files.text);
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await select(page, files.png);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
