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

test('offers to compress all of too many files, names those that cannot be, and sends the others', async ({
  page,
  files,
}) => {
  let sent = 0;
  let title = '';
  // Only that they go is of interest here; ten compressions take their time.
  await page.route('**/api/compress', async (route) => {
    sent++;
    if (sent === 12) title = await page.title();
    return route.fulfill({ status: 422, json: { error: 'Not now.', code: 'damaged' } });
  });
  await select(page, [...Array<string>(12).fill(files.png), files.text]);
  await expect(page.getByRole('alert')).toHaveText('You can upload up to 10 files at a time.');
  await expect(page.getByRole('list', { name: 'Left out' })).toHaveText(/^[\w.]+: not a .+ file$/);
  await page.getByRole('button', { name: 'Compress the other 12 files' }).click();
  await expect(page.getByRole('heading', { name: 'chart.png' })).toHaveCount(12);
  await allFinished(page);
  expect(sent).toBe(12);
  expect(title).toMatch(/^\(1\d\/12\) /);
  await expect(page).not.toHaveTitle(/12/);
});

test('forgets the message when a good selection follows', async ({ page, files }) => {
  await select(page, files.text);
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await select(page, files.png);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
