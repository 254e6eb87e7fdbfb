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

/** So many PNGs of different content, which are not read before the server has them. */
const pngs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ name: `${index}.png`, mimeType: 'image/png' },
    buffer: Buffer.from(`\x89PNG\r\n\x1a\n${index}`, 'latin1'),
  }));

test('takes forty files of which ten are bad: names those, asks about copies, and sends the others', async ({
  page,
}) => {
  let sent = 0;
  let title = '';
  // Only that they go is of interest here; ten compressions take their time.
  await page.route('**/api/compress', async (route) => {
    sent++;
    if (sent === 30) title = await page.title();
    return route.fulfill({ status: 422, json: { error: 'Not now.', code: 'damaged' } });
  });
  const good = pngs(30);
  const empty = Buffer.alloc(0);
  const bad = [
    ...['a.png', 'b.pdf', 'c.jpg'].map((name) => ({ name, mimeType: '', buffer: empty })),
    ...['a.txt', 'b.docx', 'c.gif'].map((name) => ({ name, mimeType: '', buffer: Buffer.from(name) })),
    { name: 'holiday.heic', mimeType: 'image/heic', buffer: Buffer.from('heic') },
    { name: 'slides.ppt', mimeType: 'application/vnd.ms-powerpoint', buffer: Buffer.from('ppt') },
  ];
  const copies = good.slice(0, 2).map((file) => ({ ...file, name: `copy of ${file.name}` }));
  await page.goto('/compress');
  await page.getByLabel('Choose files to compress').setInputFiles([...bad, ...good, ...copies]);
  await expect(page.getByRole('alert')).toHaveText('You can upload up to 10 files at a time.');
  await expect(page.getByRole('list', { name: 'Left out' }).getByRole('listitem')).toHaveText([
    ...['a.png: empty', 'b.pdf: empty', 'c.jpg: empty'],
    ...[/^a\.txt: not a .+ file$/, /^b\.docx: not a .+ file$/, /^c\.gif: not a .+ file$/],
    ...[/^holiday\.heic: a HEIC image/, /^slides\.ppt: an old PPT/],
  ]);
  await page.getByRole('button', { name: 'Compress the other 32 files' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    '2 files have the same content as others, so they were left out.',
  );
  await allFinished(page);
  expect(sent).toBe(30);
  expect(title).toMatch(/^\(2\d\/30\) /);
  await expect(page).not.toHaveTitle(/30/);
});

test('forgets the message when a good selection follows', async ({ page, files }) => {
  await select(page, files.text);
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await select(page, files.png);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
