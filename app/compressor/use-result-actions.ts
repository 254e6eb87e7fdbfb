import { useState } from 'react';
import { goToLogin } from '~/session/go-to-login.ts';
import { signOut } from '~/session/session.ts';
import { useSession } from '~/session/use-session.ts';
import {
  announceDownloadFailure,
  announceLinkCopied,
  announceLoginRequired,
  announceOffline,
  announceShared,
  announceShareFailure,
} from './result-announcements.ts';
import { everythingKept } from './kept/keeping.ts';
import { forgetKept } from './kept/keeper.ts';
import { rememberPending, type PendingPurpose } from './pending.ts';
import type { FinishedItem } from './queue-state.ts';
import { saveFile } from './save.ts';
import { copyLink, shareFile, SignInNeeded, type ShareLink } from './share.ts';

/** The busy state stays long enough to be seen, also when the work takes no time. */
const LEAST_BUSY_MS = 400;

export interface ResultActions {
  /** What this file is busy with. */
  readonly busy: Readonly<Record<PendingPurpose, boolean>>;
  /** The last link made for this file. */
  readonly link: ShareLink | null;
  download(): void;
  share(): void;
}

/**
 * Download and share of one result. Signed-out visitors are sent to the login page, and what they asked for is remembered.
 * @param sharesFiles true where the device has a share sheet; elsewhere a link is copied
 */
export function useResultActions(
  item: FinishedItem,
  ofSeveral: boolean,
  sharesFiles: boolean,
): ResultActions {
  const { token } = useSession();
  const [busy, setBusy] = useState({ download: false, share: false });
  const [link, setLink] = useState<ShareLink | null>(null);
  const { result } = item.state;

  const askToSignIn = (purpose: PendingPurpose) => {
    // The login page could not be opened, and the results would be gone.
    if (!navigator.onLine) return announceOffline();
    rememberPending(purpose, item, ofSeveral);
    announceLoginRequired(purpose);
    void everythingKept().then(() => goToLogin());
  };

  const work = async (purpose: PendingPurpose, task: () => Promise<void>) => {
    // Each button waits for itself only: a link may be copied while a download is still being handed over.
    if (busy[purpose]) return;
    setBusy((before) => ({ ...before, [purpose]: true }));
    await Promise.all([task(), new Promise((resolve) => setTimeout(resolve, LEAST_BUSY_MS))]);
    setBusy((before) => ({ ...before, [purpose]: false }));
  };

  return {
    busy,
    link,
    download() {
      if (token === null) return askToSignIn('download');
      void work('download', async () => {
        try {
          saveFile(result.blob, result.name);
          forgetKept(item.index);
        } catch {
          announceDownloadFailure();
        }
      });
    },
    share() {
      if (token === null) return askToSignIn('share');
      void work('share', async () => {
        try {
          if (sharesFiles) {
            if (await shareFile(result)) announceShared();
            return;
          }
          setLink(await copyLink(result, token));
          announceLinkCopied();
        } catch (error) {
          if (error instanceof SignInNeeded) {
            // The server no longer accepts the token.
            signOut();
            return askToSignIn('share');
          }
          announceShareFailure();
        }
      });
    },
  };
}
