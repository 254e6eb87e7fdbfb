import { useRef, useState } from 'react';
import { endSession } from '~/session/session.ts';
import { useSession } from '~/session/use-session.ts';
import type { FinishedItem } from '../queue/queue-state.ts';
import { uploadResult } from '../share/share-from-device.ts';
import { copyLink, SignInNeeded, type ShareLink } from '../share/share.ts';
import { announceLinkCopied, announceNoLink, announceShareFailure } from './result-announcements.ts';

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
  /** The jobs of results from this device that were uploaded. */
  const uploaded = useRef(new Map<unknown, string>());
  const results = finished.map(({ state }) => state.result);
  const isOfThese =
    made?.results.length === results.length && results.every((each) => made.results.includes(each));

  const jobsOf = async (): Promise<string[]> => {
    const jobIds: string[] = [];
    for (const result of results) {
      const known = result.jobId ?? uploaded.current.get(result);
      const jobId = known ?? (await uploadResult(result));
      uploaded.current.set(result, jobId);
      jobIds.push(jobId);
    }
    return jobIds;
  };
  const makeLink = async () => {
    if (token === null || busy) return;
    setBusy(true);
    try {
      setMade({ link: await copyLink(jobsOf(), token), results });
      announceLinkCopied();
    } catch (error) {
      // Not uploaded, or its time is over: the next click asks again.
      uploaded.current.clear();
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
      const missing = finished.filter(
        ({ state: { result } }) => result.jobId === null && !uploaded.current.has(result),
      );
      if (missing.length > 0) setToUpload(missing);
      else void makeLink();
    },
    mayUpload(yes) {
      setToUpload([]);
      if (yes) void makeLink();
    },
  };
}
