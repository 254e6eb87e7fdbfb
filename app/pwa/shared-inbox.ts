/** Name of the cache in which the service worker leaves shared files for the compress page. */
export const SHARED_INBOX = 'featherpress-shared-files';
/** Name of the form field that carries shared files; the manifest's share target says the same. */
export const SHARED_FIELD = 'files';
const NAME_HEADER = 'X-File-Name';

/** Replaces the content of the inbox. */
export async function leaveSharedFiles(storage: CacheStorage, files: readonly File[]): Promise<void> {
  await storage.delete(SHARED_INBOX);
  const inbox = await storage.open(SHARED_INBOX);
  for (const [index, file] of files.entries()) {
    const headers = { 'Content-Type': file.type, [NAME_HEADER]: encodeURIComponent(file.name) };
    await inbox.put(`/${SHARED_INBOX}/${index}`, new Response(file, { headers }));
  }
}

/** Takes all files out of the inbox, in the order in which they were shared. */
export async function takeSharedFiles(storage: CacheStorage): Promise<File[]> {
  if (!(await storage.has(SHARED_INBOX))) return [];
  const inbox = await storage.open(SHARED_INBOX);
  const files: File[] = [];
  for (const request of await inbox.keys()) {
    const answer = await inbox.match(request);
    if (!answer) continue;
    const name = decodeURIComponent(answer.headers.get(NAME_HEADER) ?? 'file');
    files.push(new File([await answer.blob()], name, { type: answer.headers.get('Content-Type') ?? '' }));
  }
  await storage.delete(SHARED_INBOX);
  return files;
}
