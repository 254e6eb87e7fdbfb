import { redirect, type MetaFunction } from '@remix-run/node';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { DEFAULT_PRESET } from '#engine/presets.ts';
import { OfflineNotice } from '~/components/compress/offline-notice.tsx';
import { PresetChooser } from '~/components/compress/preset-chooser.tsx';
import { Results } from '~/components/compress/results.tsx';
import { UploadArea } from '~/components/compress/upload-area.tsx';
import { announce, announceReturn } from '~/compressor/announcements.ts';
import { takePending } from '~/compressor/pending.ts';
import { selectionProblem } from '~/compressor/selection.ts';
import { canShareFiles } from '~/compressor/share.ts';
import { useCompressor } from '~/compressor/use-compressor.ts';
import { useLeaveQuestion } from '~/compressor/use-leave-question.ts';
import { useFileDrop } from '~/compressor/use-file-drop.ts';
import { brand } from '~/content/brand.ts';
import { absolute, breadcrumb, pageMeta } from '~/content/page-meta.ts';
import type { PageHandle } from '~/page-handle.ts';
import { SHARED_PARAMETER } from '~/pwa/shared-inbox.ts';
import { useHandedFiles } from '~/pwa/use-handed-files.ts';
import { useSession } from '~/session/use-session.ts';

/** Files that another app shares are taken by the service worker; what comes here came without one. */
export const action = () => redirect(`/compress?${SHARED_PARAMETER}`, 303);

export const handle: PageHandle = { interactive: true };

const TITLE = 'Compress PDF, PPTX and images';
const DESCRIPTION =
  'Drop PDF, JPEG, PNG, WebP or PPTX files and get smaller ones back. Up to 10 at a time, free.';

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

/** What a device can do does not change while a page is open. */
const nothingChanges = () => () => {};

export default function CompressRoute() {
  const compressor = useCompressor(announce);
  useLeaveQuestion(compressor.busy);
  const { status } = useSession();
  const [preset, setPreset] = useState(DEFAULT_PRESET);
  const [problem, setProblem] = useState<string | null>(null);
  const [wasReset, setWasReset] = useState(false);
  const sharesFiles = useSyncExternalStore(nothingChanges, canShareFiles, () => false);
  const idle = compressor.items.length === 0;

  useEffect(() => {
    const pending = status === 'signed-in' ? takePending() : null;
    if (pending) announceReturn(pending);
  }, [status]);

  const choose = (files: readonly File[]) => {
    const found = selectionProblem(files);
    setProblem(found);
    if (found === null) compressor.start(files, { preset });
  };
  const reset = () => {
    compressor.reset();
    setProblem(null);
    setWasReset(true);
    window.scrollTo({ top: 0 });
  };
  const lit = useFileDrop(idle ? choose : null);
  useHandedFiles(choose, () => setProblem('The shared files did not arrive. Please choose them here.'));

  return (
    <div id="hero" className="page pt-8 pb-16 md:pt-12 md:pb-24">
      <h1 className="text-3xl md:text-4xl">Compress your files</h1>
      <p className="mt-2 mb-6 max-w-prose text-lg text-quiet md:mb-8">
        Smaller, and still the same to look at. No account needed to compress.
      </p>
      <OfflineNotice />
      {idle ? (
        <div className="space-y-7">
          <UploadArea lit={lit} problem={problem} onFiles={choose} takesFocus={wasReset} />
          <div className="grid gap-x-12 gap-y-7 md:grid-cols-2">
            <PresetChooser value={preset} onChange={setPreset} />
            <p className="max-w-prose text-sm text-quiet md:pt-1">
              <span className="font-semibold text-ink">What happens to a file: </span>
              it is sent over an encrypted connection, compressed, and deleted. The upload goes as soon as it
              is compressed; the result after 15 minutes, unless you share it.
            </p>
          </div>
        </div>
      ) : (
        <Results
          compressor={compressor}
          signedIn={status === 'signed-in'}
          sharesFiles={sharesFiles}
          onReset={reset}
        />
      )}
    </div>
  );
}
