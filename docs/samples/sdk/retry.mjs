import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Featherpress, FeatherpressError } from 'featherpress/client';

// Retries, Retry-After and idempotency keys are built in; these are the usual figures.
const featherpress = new Featherpress({ server: 'http://localhost:3000', retries: 5, maxWaitSeconds: 120 });

try {
  const result = await featherpress.compress(await openAsBlob('photo.jpg'), {
    name: 'photo.jpg',
    signal: AbortSignal.timeout(600_000),
  });
  await writeFile('photo-small.jpg', await result.bytes());
} catch (error) {
  if (!(error instanceof FeatherpressError)) throw error;
  console.error(`${error.message} (${error.code}, status ${error.status}, request ${error.requestId})`);
  process.exitCode = 1;
}
