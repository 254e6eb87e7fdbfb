import { useState } from 'react';
import { Link2 } from '~/components/ui/late-icons.tsx';
import { classNames } from '~/components/ui/class-names.ts';
import { moment } from '~/components/ui/moment.ts';
import { announceShareFailure } from '~/compressor/results/result-announcements.ts';
import { showName, SignInNeeded, type ShareLink } from '~/compressor/share/share.ts';
import { endSession } from '~/session/session.ts';
import { useSession } from '~/session/use-session.ts';
import { RowNote } from './file-row.tsx';

interface LinkNoteProps {
  readonly link: ShareLink;
  /** On phones the note takes one line; the choice comes with the details. */
  readonly isFolded?: boolean;
}

/** How long what was copied can be given away, and whether those who open it learn from whom it is. */
export function LinkNote({ link, isFolded = false }: LinkNoteProps) {
  const { token } = useSession();
  const [isShown, setIsShown] = useState(false);
  const change = async (next: boolean) => {
    if (token === null) return;
    setIsShown(next);
    try {
      await showName(link, next, token);
    } catch (error) {
      setIsShown(!next);
      if (error instanceof SignInNeeded) endSession(token);
      announceShareFailure();
    }
  };
  return (
    <RowNote icon={<Link2 />} isFolded={isFolded}>
      <span className={classNames(isFolded && 'max-[24rem]:sr-only')}>Link copied.</span> It works until{' '}
      {moment(link.expiresAt)}.{' '}
      {token !== null && (
        <label
          className={classNames(
            'inline-flex min-h-6 cursor-pointer items-center gap-1.5 align-middle whitespace-nowrap pointer-coarse:min-h-11',
            isFolded && 'max-sm:hidden',
          )}
        >
          <input
            type="checkbox"
            checked={isShown}
            onChange={({ currentTarget }) => void change(currentTarget.checked)}
            className="size-4 accent-primary"
          />
          Show my name to the recipient
        </label>
      )}
    </RowNote>
  );
}
