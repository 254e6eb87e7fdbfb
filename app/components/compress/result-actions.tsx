import { Download, Link2, Share2 } from '~/components/ui/late-icons.tsx';
import type { ResultActions as Actions } from '~/compressor/results/use-result-actions.ts';
import { Spinner } from '~/components/ui/spinner.tsx';
import { FileName } from './file-name.tsx';
import { RowButton } from './row-button.tsx';

interface ResultActionsProps {
  readonly name: string;
  readonly actions: Actions;
  readonly ofSeveral: boolean;
  readonly signedIn: boolean;
  readonly sharesFiles: boolean;
}

/** Download, and Share or Copy Link, of one result; visitors are asked to sign in. */
export function ResultActions({ name, actions, ofSeveral, signedIn, sharesFiles }: ResultActionsProps) {
  const { busy, download, share } = actions;
  const shareLabel = !signedIn ? 'Login to Share' : sharesFiles ? 'Share' : 'Copy Link';
  const ShareIcon = sharesFiles ? Share2 : Link2;
  const about = (
    <span className="sr-only">
      <FileName name={name} />
    </span>
  );
  const stretched = 'max-sm:flex-1 max-sm:px-1.5 max-sm:text-[0.8125rem] max-[24rem]:text-xs';
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
    </>
  );
}
