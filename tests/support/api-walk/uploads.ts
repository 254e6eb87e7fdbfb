import type { uploadOperations } from '#platform/contracts/api/operations/uploads.ts';
import { tusMetadata } from '#tests/fixtures/tus-requests.ts';
import { NO_JOB, OFFSET_BYTES, WITH_WEBHOOK, type ApiWalk, type CallsOf } from './api-walk.ts';

/** Direct and resumable uploads, by the book and not. */
export function uploadCalls(walk: ApiWalk): CallsOf<typeof uploadOperations> {
  const { call, send, uploadToken, tus, uploadOfText, photo } = walk;
  return {
    createUpload: [
      () => send('/api/uploads', { fileName: 'a.jpg', bytes: 5, webhook: 'https://hooks.example/' }),
      () => send('/api/uploads', { fileName: 'a.jpg', bytes: 5 }, WITH_WEBHOOK),
      () => send('/api/uploads', { fileName: 'a.jpg', bytes: 5, preset: 'small', targetBytes: 4 }),
      () => send('/api/uploads', { fileName: 'a.jpg', bytes: 5, quality: 4 }),
      () => send('/api/uploads', { fileName: 'a.exe', bytes: 5 }),
      () => send('/api/uploads', { fileName: 'a.jpg', bytes: 5e9 }),
    ],
    completeUpload: [
      async () => send('/api/uploads/complete', { uploadToken: await uploadToken() }),
      () => send('/api/uploads/complete', { uploadToken: 'no' }),
      async () => {
        const made = { uploadToken: await uploadToken() };
        const { id } = (await (await send('/api/uploads/complete', made)).json()) as { id: string };
        await call(`/api/jobs/${id}`, { method: 'DELETE' });
        return send('/api/uploads/complete', made);
      },
    ],
    createResumable: [
      () => tus.create(photo.length),
      () => tus.create(photo.length, WITH_WEBHOOK),
      () => tus.create(photo.length, tusMetadata({ webhook: 'https://hooks.example/' })),
      () =>
        tus.ask('POST', '/api/resumable', { 'Upload-Length': String(photo.length), ...OFFSET_BYTES }, photo),
      () => tus.create('-1'),
      () => tus.create(5, { 'Tus-Resumable': '0.2.2' }),
      () => tus.create(5e9),
      () => tus.create(0),
      () =>
        tus.ask('POST', '/api/resumable', { 'Upload-Length': '5', 'Content-Type': 'text/plain' }, 'hello'),
    ],
    readResumable: [
      async () => tus.head(await tus.created(photo.length, tusMetadata({ filename: 'a.jpg' }))),
      async () => {
        const path = await tus.created(photo.length);
        await tus.patch(path, 0, photo);
        return tus.head(path);
      },
      async () => tus.head(await uploadOfText()),
      () => tus.head(`/api/resumable/${NO_JOB}`),
      () => tus.ask('HEAD', `/api/resumable/${NO_JOB}`, { 'Tus-Resumable': '2' }),
    ],
    appendResumable: [
      async () => tus.patch(await tus.created(photo.length), 0, photo.slice(0, 9)),
      async () => tus.patch(await tus.created(photo.length), 0, photo),
      async () => tus.patch(await tus.created(5), 0, 'hello'),
      async () => tus.patch(await tus.created(5), 1, 'hello'),
      async () => tus.patch(await tus.created(4), 0, 'hello'),
      async () => tus.patch(await tus.created(5), 0, 'hello', { 'Content-Type': 'text/plain' }),
      async () => tus.patch(await tus.created(5), 0, 'hello', { 'Tus-Resumable': '2' }),
      () => tus.patch(`/api/resumable/${NO_JOB}`, 0, 'hello'),
    ],
    endResumable: [
      async () => tus.ask('DELETE', await tus.created(5)),
      () => tus.ask('DELETE', `/api/resumable/${NO_JOB}`),
      () => tus.ask('DELETE', `/api/resumable/${NO_JOB}`, { 'Tus-Resumable': '2' }),
    ],
  };
}
