import { useNavigate } from '@remix-run/react';
import { useState } from 'react';
import { signOut } from '~/session/session.ts';
import { useSession } from '~/session/use-session.ts';
import {
  announceDownloadFailure,
  announceLinkCopied,
  announceLoginRequired,
  announceShared,
  announceShareFailure,
} from './announcements.ts';
import { rememberPending, type PendingPurpose } from './pending.ts';
import type { FinishedItem } from './queue-state.ts';
import { saveFile } from './save.ts';
import { copyLink, shareFile, SignInNeeded, type ShareLink } from './share.ts';

/** A press shows that it was felt, also when the work takes no time. */
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
 * Download and share of one result. Who is not signed in is sent to the login, with the wish remembered.
 * @param sharesFiles true where the device has a share sheet; elsewhere a link is copied
 */
export function useResultActions(
  item: FinishedItem,
  ofSeveral: boolean,
  sharesFiles: boolean,
): ResultActions {
  const { token } = useSession();
  const navigate = useNavigate();
  const [busy, setBusy] = useState({ download: false, share: false });
  const [link, setLink] = useState<ShareLink | null>(null);
  const { result } = item.state;

  const askToSignIn = (purpose: PendingPurpose) => {
    rememberPending(purpose, item, ofSeveral);
    announceLoginRequired(purpose);
    void navigate('/login');
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
            // A token that the server no longer takes is no session.
            signOut();
            return askToSignIn('share');
          }
          announceShareFailure();
        }
      });
    },
  };
}
