import { Download, Link2, Share2 } from '~/components/ui/late-icons.tsx';
import type { ResultActions as Actions } from '~/compressor/results/use-result-actions.ts';
import { Spinner } from '~/components/ui/spinner.tsx';
import { FileName } from './file-name.tsx';
import { RowButton } from './row-button.tsx';

interface ResultActionsProps {
  readonly name: string;
  readonly actions: Actions;
  /** Whether this download is what the screen is about: not one of several, nor of a file that came back as it was. */
  readonly isMain: boolean;
  readonly signedIn: boolean;
  readonly sharesFiles: boolean;
}

/** Download, and Share or Copy Link, of one result; visitors are asked to sign in. */
export function ResultActions({ name, actions, isMain, signedIn, sharesFiles }: ResultActionsProps) {
  const { busy, download, share } = actions;
  const shareLabel = !signedIn ? 'Login to Share' : sharesFiles ? 'Share' : 'Copy Link';
  const ShareIcon = sharesFiles ? Share2 : Link2;
  const about = (
    <span className="sr-only">
      <FileName name={name} />
    </span>
  );
  const stretched =
    'max-sm:flex-1 max-sm:px-1.5 max-sm:text-[0.8125rem] max-[24rem]:text-xs max-[24rem]:whitespace-normal!';
  return (
    <>
      <RowButton
        variant={isMain ? 'default' : 'outline'}
        onClick={download}
        aria-busy={busy.download}
        className={stretched}
      >
        {busy.download ? <Spinner className="text-current" /> : signedIn && <Download aria-hidden />}
        {signedIn ? 'Download' : 'Login to Download'} {about}
      </RowButton>
      <RowButton variant="outline" onClick={share} aria-busy={busy.share} className={stretched}>
        {busy.share ? <Spinner className="text-current" /> : signedIn && <ShareIcon aria-hidden />}
        {shareLabel} {about}
      </RowButton>
    </>
  );
}
