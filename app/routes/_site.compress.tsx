import { listOfKinds } from '#engine/api/kinds.ts';
import { redirect, type MetaFunction } from '@remix-run/node';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { LimitChooser } from '~/components/compress/limit-chooser.tsx';
import { OfflineNotice } from '~/components/compress/offline-notice.tsx';
import { OfflineOffer } from '~/components/compress/offline-offer.tsx';
import { RunLocationChooser } from '~/components/compress/run-location-chooser.tsx';
import { SETTINGS_ID, StandingSettings } from '~/components/compress/standing-settings.tsx';
import { PresetChooser } from '~/components/compress/preset-chooser.tsx';
import { LateHistory, LateImageChooser, LateKeepChooser } from '~/components/compress/late-parts.tsx';
import { LateResults, useResultsInTime } from '~/components/compress/late-results.tsx';
import type { Problem } from '~/components/compress/selection-problem.tsx';
import { UploadArea } from '~/components/compress/upload-area.tsx';
import { mayHaveHistory, onHistory } from '~/compressor/history/has-history.ts';
import { hasKeptList } from '~/compressor/kept/has-kept-list.ts';
import { onFilesForgotten } from '~/compressor/kept/forget-files.ts';
import {
  forgetOwnList,
  takeKeptFiles,
  takeKeptFilesEarly,
  useKeptFiles,
} from '~/compressor/kept/use-kept-files.ts';
import { hasPending } from '~/compressor/queue/pending-keys.ts';
import { createNews } from '~/compressor/queue/news.ts';
import { hasUnsent, settledCount, type QueueItem } from '~/compressor/queue/queue-state.ts';
import { mayHoldCopies, NOTHING_IN_FOLDER, selectionProblem } from '~/compressor/selection/selection.ts';
import { runLocationHere } from '~/compressor/device/run-location-here.ts';
import { canShareFiles } from '~/compressor/share/can-share-files.ts';
import { chooseOptions, chosenOptionsStore, type ChosenOptions } from '~/compressor/queue/chosen-options.ts';
import type { CompressionEvent } from '~/compressor/queue/compression-event.ts';
import type { TakeFiles } from '~/compressor/selection/file-drop.ts';
import { loadWork } from '~/compressor/queue/load-work.ts';
import { useUndoable } from '~/compressor/queue/use-undoable.ts';
import { useCompressor } from '~/compressor/queue/use-compressor.ts';
import { useLeaveQuestion } from '~/compressor/queue/use-leave-question.ts';
import { useFileDrop } from '~/compressor/selection/use-file-drop.ts';
import { usePaste } from '~/compressor/selection/use-paste.ts';
import { brand } from '~/content/brand.ts';
import { absolute, breadcrumb, pageMeta } from '~/content/page-meta.ts';
import type { PageHandle } from '~/page-handle.ts';
import { SHARED_PARAMETER } from '~/pwa/shared-parameter.ts';
import { useHandedFiles } from '~/pwa/use-handed-files.ts';
import { readSession } from '~/session/session.ts';
import { useSession } from '~/session/use-session.ts';
import { onSessionEnded } from '~/session/with-session.ts';

/** Files that another app shares are taken by the service worker; what comes here came without one. */
export const action = () => redirect(`/compress?${SHARED_PARAMETER}`, 303);

export const handle: PageHandle = { interactive: true };

const TITLE = 'Compress PDF, PPTX and images';
const DESCRIPTION = `Drop ${listOfKinds('or')} files and get smaller ones back. Up to 10 at a time, free.`;

export const meta: MetaFunction = (args) =>
  pageMeta(
    {
      title: TITLE,
      description: DESCRIPTION,
      path: '/compress',
      jsonLd: (origin) => [
        {
          '@type': 'WebApplication',
          name: brand.name,
          url: absolute(origin, '/compress'),
          description: DESCRIPTION,
          applicationCategory: 'UtilitiesApplication',
          operatingSystem: 'Any',
          browserRequirements: 'Requires JavaScript',
          offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
        },
        breadcrumb(origin, [{ name: 'Compress', path: '/compress' }]),
      ],
    },
    args,
  );

/** Says what happened to files. Without the code for it the rows say enough. */
function say(events: readonly CompressionEvent[]): void {
  loadWork().then(
    ({ announce }) => announce(events),
    () => undefined,
  );
}

function remember(event: CompressionEvent): void {
  if (event.type !== 'done') return;
  loadWork().then(
    ({ recordResult }) => recordResult(event),
    () => undefined,
  );
}

// Not on the server, which has no storage.
takeKeptFilesEarly();

/** What a device can do does not change while a page is open. */
const nothingChanges = () => () => {};

export default function CompressRoute() {
  const [news] = useState(() => createNews(say));
  const list = useCompressor((event) => {
    remember(event);
    news.tell(event);
  });
  const compressor = useUndoable(list);
  const allKept = useKeptFiles(compressor.items);
  const { items } = compressor;
  useEffect(
    () => news.follow({ files: items.length, open: items.length - settledCount(items) }),
    [news, items],
  );
  useLeaveQuestion(hasUnsent(compressor.items) || (compressor.busy && !allKept));
  useResultsInTime();
  const { status } = useSession();
  const chosen = useSyncExternalStore(
    chosenOptionsStore.subscribe,
    chosenOptionsStore.read,
    chosenOptionsStore.readOnServer,
  );
  const [problem, setProblem] = useState<Problem | null>(null);
  const [hadFiles, setHadFiles] = useState(false);
  const sharesFiles = useSyncExternalStore(nothingChanges, canShareFiles, () => false);
  const idle = items.length === 0;
  if (!idle && !hadFiles) setHadFiles(true);
  const hasHistory = useSyncExternalStore(onHistory, mayHaveHistory, () => false);

  useEffect(
    () =>
      onSessionEnded(() => {
        loadWork().then(
          ({ announceSessionEnd }) => announceSessionEnd(),
          () => undefined,
        );
      }),
    [],
  );

  const { restore, reset: dropAll } = list;
  useEffect(
    () =>
      onFilesForgotten(() => {
        dropAll();
        return forgetOwnList();
      }),
    [dropAll],
  );
  useEffect(() => {
    let gone = false;
    if (hasKeptList())
      void takeKeptFiles().then(({ items: kept, copies, passedOver }) => {
        if (gone) return;
        welcomeBack(kept);
        if (copies.length + passedOver.length > 0) askAbout(copies, passedOver);
      });
    else welcomeBack([]);
    return () => {
      gone = true;
    };

    function askAbout(copies: readonly File[], passedOver: readonly string[]): void {
      loadWork().then(
        ({ leftOutQuestion }) => setProblem(leftOutQuestion(copies, passedOver)),
        () => undefined,
      );
    }
    function welcomeBack(kept: readonly QueueItem[]): void {
      if (kept.length > 0) restore(kept);
      if (readSession().status === 'signed-in' && hasPending())
        loadWork().then(
          ({ goOn }) => goOn(kept),
          () => undefined,
        );
    }
  }, [restore]);

  const take = (files: readonly File[]) => {
    setProblem(null);
    // What is stored now, not what was drawn: files that were chosen before the scripts ran come with the first drawing,
    // which knows nothing of this browser yet.
    compressor.add(files, chosenOptionsStore.read(), runLocationHere());
  };
  const takeFresh = (files: readonly File[], passedOver: readonly string[] = []) => {
    const present = items.map(({ file }) => file);
    if (!mayHoldCopies(files, present) && passedOver.length === 0) return take(files);
    loadWork().then(
      async ({ withoutCopies, leftOutQuestion }) => {
        const { fresh, copies } = await withoutCopies(files, present);
        if (fresh.length > 0) take(fresh);
        setProblem(leftOutQuestion(copies, passedOver));
      },
      () => take(files),
    );
  };
  const choose = (files: readonly File[], passedOver?: readonly string[]) => {
    const message = selectionProblem(files);
    if (message === null) return takeFresh(files, passedOver);
    const rejected: Problem = { message, offer: null };
    setProblem(rejected);
    loadWork().then(
      ({ offerOf }) =>
        setProblem((now) => (now === rejected ? { message, offer: offerOf(files, passedOver) } : now)),
      () => undefined,
    );
  };
  const accept = problem?.offer?.areCopies ? take : takeFresh;
  const reject = (message: string) => setProblem({ message, offer: null });
  const takeCarried: TakeFiles = (files, passedOver) => {
    if (files.length > 0) return choose(files, passedOver);
    reject(NOTHING_IN_FOLDER);
  };
  const chooseFolder = (inFolder: readonly File[]) => {
    loadWork().then(
      ({ sortFolder }) => {
        const { files, passedOver } = sortFolder(inFolder);
        takeCarried(files, passedOver);
      },
      () => choose(inFolder),
    );
  };
  const trySample = () => {
    loadWork()
      .then(({ fetchSample }) => fetchSample())
      .then(
        (file) => choose([file]),
        (error: Error) => reject(error.message),
      );
  };
  const reset = () => {
    compressor.reset();
    setProblem(null);
    window.scrollTo({ top: 0 });
  };
  const lit = useFileDrop(takeCarried);
  usePaste(takeCarried);
  useHandedFiles({
    onFiles: choose,
    onUnasked: (files) =>
      setProblem({
        message:
          'Files were handed over by another app or website. Compress them only if you sent them here.',
        offer: {
          files,
          leftOut: [],
          label: files.length === 1 ? 'Compress this file' : `Compress these ${files.length} files`,
        },
      }),
    onLost: () => reject('The shared files did not arrive. Please choose them here.'),
  });

  return (
    <div id="hero" className={idle ? 'page pt-16 pb-16 md:pb-24' : 'page pt-16 pb-12'}>
      {idle && (
        <>
          <h1 className="text-3xl md:text-4xl">Compress your files</h1>
          <p className="mt-2 mb-6 max-w-prose text-lg text-quiet md:mb-8">
            Smaller files that look the same. Free; sign in with Google to download.
          </p>
        </>
      )}
      <OfflineNotice />
      {idle ? (
        <div>
          <StandingSettings chosen={chosen} />
          <UploadArea
            {...{ lit, problem }}
            onFiles={choose}
            onOffer={accept}
            onFolder={chooseFolder}
            onSample={trySample}
            takesFocus={hadFiles}
          />
          <div
            id={SETTINGS_ID}
            role="group"
            aria-label="Settings"
            tabIndex={-1}
            className="mt-7 grid gap-x-12 gap-y-7 outline-none md:grid-cols-2"
          >
            <RunLocationChooser />
            <PresetChooser
              value={chosen.preset}
              onChange={(preset) => chooseOptions({ ...chosen, preset })}
            />
            <LimitChooser
              legend="Maximum size per file (optional)"
              value={chosen.limitBytes}
              onChange={(limitBytes) => chooseOptions({ ...chosen, limitBytes })}
            />
            <MoreOptions {...{ chosen }} />
            <OfflineOffer />
          </div>
        </div>
      ) : (
        <LateResults
          {...{ compressor, sharesFiles, chosen, problem }}
          signedIn={status === 'signed-in'}
          onChosen={chooseOptions}
          onFiles={choose}
          onOffer={accept}
          onReset={reset}
        />
      )}
      {hasHistory && <LateHistory />}
      {lit && !idle && <DropVeil />}
    </div>
  );
}

/** Choices that few make before their first file. */
function MoreOptions({ chosen }: { readonly chosen: ChosenOptions }) {
  return (
    <div className="grid content-start justify-items-start gap-y-3">
      <Opener label="Photo metadata (EXIF): choose what to keep">
        <LateKeepChooser value={chosen.keep} onChange={(keep) => chooseOptions({ ...chosen, keep })} />
      </Opener>
      <Opener label="Images: change format or size">
        <LateImageChooser
          value={chosen.images}
          preset={chosen.preset}
          onChange={(images) => chooseOptions({ ...chosen, images })}
        />
      </Opener>
    </div>
  );
}

/** A button that gives way to what it opens, which is loaded then. */
function Opener({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  // The button had the focus and is gone.
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) part.current?.focus({ preventScroll: true });
  }, [open]);
  if (open)
    return (
      <div ref={part} tabIndex={-1} className="min-w-0 outline-none">
        {children}
      </div>
    );
  return (
    <button
      type="button"
      onClick={() => setOpen(true)}
      className="min-h-11 text-left text-sm font-medium underline underline-offset-4 hover:text-primary scriptless:hidden"
    >
      {label}
    </button>
  );
}

/** Files are over a page that shows results already. */
function DropVeil() {
  return (
    <div className="pointer-events-none fixed inset-3 z-50 grid animate-fade place-items-center rounded-card border-2 border-primary bg-primary-wash/90">
      <p className="font-display text-4xl font-bold tracking-tight">Drop to add files</p>
    </div>
  );
}
