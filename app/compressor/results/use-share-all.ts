import { useState } from 'react';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { endSession } from '~/session/session.ts';
import { useSession } from '~/session/use-session.ts';
import type { FinishedItem } from '../queue/queue-state.ts';
import { Links } from '../share/links.ts';
import { SignInNeeded, type ShareLink } from '../share/share.ts';
import {
  announceLinkCopied,
  announceNoLink,
  announceShareFailure,
  announceTooManyForLink,
} from './result-announcements.ts';

const { filesPerShare: MOST_FILES } = OPERATING_LIMITS;

/** One link to all results of a list, for those who are signed in. */
export interface ShareAll {
  readonly busy: boolean;
  /** The link to these very results; null before it is made. */
  readonly link: ShareLink | null;
  /** Results from this device that a link needs on the server: a person has to allow it. */
  readonly toUpload: readonly FinishedItem[];
  share(): void;
  /** The answer to the question. */
  mayUpload(yes: boolean): void;
}

/** A link and the results it was made for: another try gives others. */
interface MadeLink {
  readonly link: ShareLink;
  readonly results: readonly unknown[];
}

export function useShareAll(finished: readonly FinishedItem[]): ShareAll {
  const { token } = useSession();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<MadeLink | null>(null);
  const [toUpload, setToUpload] = useState<readonly FinishedItem[]>([]);
  const [links] = useState(() => new Links());
  const results = finished.map(({ state }) => state.result);
  const isOfThese =
    made?.results.length === results.length && results.every((each) => made.results.includes(each));

  const makeLink = async () => {
    if (token === null || busy) return;
    setBusy(true);
    try {
      setMade({ link: await links.copy(finished, token), results });
      announceLinkCopied();
    } catch (error) {
      if (error instanceof SignInNeeded) endSession(token);
      announceShareFailure();
    }
    setBusy(false);
  };

  return {
    busy,
    link: isOfThese ? made.link : null,
    toUpload,
    share() {
      if (!navigator.onLine) return announceNoLink();
      if (results.length > MOST_FILES) return announceTooManyForLink(MOST_FILES);
      const missing = finished.filter(({ state: { result } }) => !links.needsNoUpload(result));
      if (missing.length > 0) setToUpload(missing);
      else void makeLink();
    },
    mayUpload(yes) {
      setToUpload([]);
      if (yes) void makeLink();
    },
  };
}
