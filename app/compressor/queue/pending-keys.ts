/** Session storage: what a visitor wanted to do when asked to sign in, and with which file. */
export const PENDING_KEYS = {
  download: { record: 'pendingDownload', index: 'pendingDownloadIndex' },
  share: { record: 'pendingShare', index: 'pendingShareIndex' },
} as const;

/** Whether something was asked for before signing in. */
export function hasPending(): boolean {
  return Object.keys(sessionStorage).some((key) =>
    Object.values(PENDING_KEYS).some(({ record }) => key.startsWith(record)),
  );
}
