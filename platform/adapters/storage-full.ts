/** The error of `ObjectStore.check` when nothing more can be stored. */
export function storageFull(cause: unknown): Error {
  const error = new Error('Expected room for more objects but the storage is full', { cause });
  return Object.assign(error, { code: 'storage-full' });
}
