export const TOAST_LIMIT = 3;
export const TOAST_DURATION_MS = 4_000;

export interface Notice {
  readonly title: string;
  readonly description?: string;
  /** How it looks: quiet unless told; `destructive` for what went wrong unexpectedly. */
  readonly tone?: 'default' | 'success' | 'notice' | 'destructive';
}

type Show = (notice: Notice) => void;

const unseen: Notice[] = [];
const listeners = new Set<() => void>();
let show: Show | null = null;
let wanted = false;

/** Shows a toast. The first one fetches the toaster; pages that never speak never load it. */
export function notify(notice: Notice): void {
  if (show) return show(notice);
  unseen.push(notice);
  wanted = true;
  for (const listener of listeners) listener();
}

/** The toaster is on the page: gives it what has been said already and all that follows. */
export function connectToaster(to: Show): () => void {
  show = to;
  for (const notice of unseen.splice(0)) to(notice);
  return () => {
    if (show === to) show = null;
  };
}

/** For `useSyncExternalStore`: whether a toaster is needed. */
export const toasterWish = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => wanted,
  readOnServer: () => false,
} as const;
