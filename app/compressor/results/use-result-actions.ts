import { useState } from 'react';
import { endSession } from '~/session/session.ts';
import { useSession } from '~/session/use-session.ts';
import { askToSignIn } from './ask-to-sign-in.ts';
import {
  announceDownloadFailure,
  announceLinkCopied,
  announceNoLink,
  announceShared,
  announceShareFailure,
} from './result-announcements.ts';
import { forgetKept } from '../kept/file-store.ts';
import { rememberPending, type PendingPurpose } from '../queue/pending.ts';
import type { FinishedItem } from '../queue/queue-state.ts';
import { saveFile } from './save.ts';
import { Links } from '../share/links.ts';
import { shareFile, SignInNeeded, type ShareLink } from '../share/share.ts';

/** The busy state stays long enough to be seen, also when the work takes no time. */
const LEAST_BUSY_MS = 400;

export interface ResultActions {
  /** What this file is busy with. */
  readonly busy: Readonly<Record<PendingPurpose, boolean>>;
  /** The last link made for this file. */
  readonly link: ShareLink | null;
  /** A link was asked for, and needs an upload that a person has to allow. */
  readonly asksToUpload: boolean;
  download(): void;
  share(): void;
  /** The answer to the question. */
  mayUpload(yes: boolean): void;
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
  const [asksToUpload, setAsksToUpload] = useState(false);
  const [links] = useState(() => new Links());
  const { result } = item.state;

  const signInFor = (purpose: PendingPurpose) =>
    askToSignIn(purpose, () => rememberPending(purpose, item, ofSeveral));

  const work = async (purpose: PendingPurpose, task: () => Promise<void>) => {
    // Each button waits for itself only: a link may be copied while a download is still being handed over.
    if (busy[purpose]) return;
    setBusy((before) => ({ ...before, [purpose]: true }));
    await Promise.all([task(), new Promise((resolve) => setTimeout(resolve, LEAST_BUSY_MS))]);
    setBusy((before) => ({ ...before, [purpose]: false }));
  };

  const shareWith = (task: (token: string) => Promise<void>) => {
    if (token === null) return signInFor('share');
    void work('share', async () => {
      try {
        await task(token);
      } catch (error) {
        if (error instanceof SignInNeeded) {
          // The server no longer accepts the token.
          endSession(token);
          return signInFor('share');
        }
        announceShareFailure();
      }
    });
  };
  const makeLink = () =>
    shareWith(async (validToken) => {
      setLink(await links.copy([item], validToken));
      announceLinkCopied();
    });

  return {
    busy,
    link,
    asksToUpload,
    download() {
      if (token === null) return signInFor('download');
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
      if (sharesFiles)
        return shareWith(async () => {
          if (await shareFile(result)) announceShared();
        });
      if (!navigator.onLine && token !== null) return announceNoLink();
      if (links.needsNoUpload(result)) return makeLink();
      if (result.place === 'device') return token === null ? signInFor('share') : setAsksToUpload(true);
      announceShareFailure();
    },
    mayUpload(yes) {
      setAsksToUpload(false);
      if (yes) makeLink();
    },
  };
}
