import { Download, Link2, Share2 } from 'lucide-react';
import type { FinishedItem } from '~/compressor/queue-state.ts';
import { useResultActions } from '~/compressor/use-result-actions.ts';
import { Spinner } from '~/components/ui/spinner.tsx';
import { FileName } from './file-name.tsx';
import { LateShareQuestion } from './late-parts.tsx';
import { RowButton } from './row-button.tsx';

export interface ResultActionsProps {
  readonly item: FinishedItem;
  readonly ofSeveral: boolean;
  readonly signedIn: boolean;
  readonly sharesFiles: boolean;
}

/** Download, and Share or Copy Link, of one result; visitors are asked to sign in. */
export function ResultActions({ item, ofSeveral, signedIn, sharesFiles }: ResultActionsProps) {
  const { busy, link, asksToUpload, download, share, mayUpload } = useResultActions(
    item,
    ofSeveral,
    sharesFiles,
  );
  const shareLabel = !signedIn ? 'Login to Share' : sharesFiles ? 'Share' : 'Copy Link';
  const ShareIcon = sharesFiles ? Share2 : Link2;
  const about = (
    <span className="sr-only">
      <FileName name={item.file.name} />
    </span>
  );
  const stretched = 'max-sm:flex-1 max-sm:px-2';
  const icon = signedIn ? undefined : 'max-sm:hidden';
  return (
    <>
      <RowButton
        // One filled button on a screen: of several files it is the one for all of them.
        variant={ofSeveral ? 'outline' : 'default'}
        onClick={download}
        aria-busy={busy.download}
        className={stretched}
      >
        {busy.download ? <Spinner className="text-current" /> : <Download aria-hidden className={icon} />}
        {signedIn ? 'Download' : 'Login to Download'} {about}
      </RowButton>
      <RowButton variant="outline" onClick={share} aria-busy={busy.share} className={stretched}>
        {busy.share ? <Spinner className="text-current" /> : <ShareIcon aria-hidden className={icon} />}
        {shareLabel} {about}
      </RowButton>
      {asksToUpload && (
        <LateShareQuestion item={item} onUpload={() => mayUpload(true)} onClose={() => mayUpload(false)} />
      )}
      {link && (
        <p className="self-center text-sm text-quiet max-sm:w-full wide:max-w-24 wide:text-xs">
          Until {new Date(link.expiresAt).toLocaleString(undefined, SHORT_TIME)}
        </p>
      )}
    </>
  );
}

const SHORT_TIME: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
};
