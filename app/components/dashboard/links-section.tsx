import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ShareListAnswer } from '#platform/contracts/api/answers.ts';
import { notify } from '~/components/ui/notify.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { accountCall, retryUnlessRefused } from '~/session/account-call.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Empty, Fetched, Section, Time } from './section.tsx';

type Link = ShareListAnswer['shares'][number];

/** Links to results that still work. */
export function LinksSection({ token }: { readonly token: string }) {
  const queryKey = ['shares', token];
  const client = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => accountCall<ShareListAnswer>(token, 'GET', '/api/shares', { signal }),
    retry: retryUnlessRefused,
  });
  const revoke = useMutation({
    mutationFn: ({ id }: Link) => accountCall<undefined>(token, 'DELETE', `/api/shares/${id}`),
    onError: ({ message }) => notify({ title: 'Not revoked', description: message, tone: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <Section heading="Your links" lead="Anyone with a link can download its file until it expires.">
      <Fetched query={query} what="your links">
        {({ shares }) =>
          shares.length === 0 ? (
            <Empty>No links yet. Copy Link on a result makes one.</Empty>
          ) : (
            <ul className="divide-y divide-hairline border-y border-hairline">
              {shares.map((link) => (
                <LinkRow
                  key={link.id}
                  link={link}
                  isBusy={revoke.isPending && revoke.variables.id === link.id}
                  onRevoke={() => revoke.mutate(link)}
                />
              ))}
            </ul>
          )
        }
      </Fetched>
    </Section>
  );
}

interface LinkRowProps {
  readonly link: Link;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}

function LinkRow({ link, isBusy, onRevoke }: LinkRowProps) {
  const { fileName, files, bytes, expiresAt, downloads, sharedBy } = link;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold break-words">
          <bdi>{fileName}</bdi>
        </p>
        <p className="figures text-sm text-quiet">
          {files > 1 && `${files} files · `}
          {formatBytes(bytes)} · {downloads === 1 ? '1 download' : `${downloads} downloads`} · until{' '}
          <Time at={expiresAt} precise />
          {sharedBy !== undefined && ' · shows your name'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={link.url} label="Copy Link" of={`to ${fileName}`} />
        <ConfirmButton
          label="Revoke"
          of={`the link to ${fileName}`}
          confirmation="Yes, revoke"
          isBusy={isBusy}
          onConfirm={onRevoke}
        />
      </div>
    </li>
  );
}
