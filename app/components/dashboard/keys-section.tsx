import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeyAnswer, KeyListAnswer, NewKeyAnswer } from '#platform/contracts/api/answers.ts';
import { Button } from '~/components/ui/button.tsx';
import { notify } from '~/components/ui/notify.ts';
import { accountCall, retryUnlessRefused } from '~/session/account-call.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { NewKey, NewKeyForm } from './new-key.tsx';
import { Empty, Fetched, Section, Time } from './section.tsx';

/** Keys for programs: make, list, revoke. */
export function KeysSection({ token }: { readonly token: string }) {
  const queryKey = ['keys', token];
  const client = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewKeyAnswer | null>(null);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => accountCall<KeyListAnswer>(token, 'GET', '/api/keys', { signal }),
    retry: retryUnlessRefused,
  });
  const revoke = useMutation({
    mutationFn: ({ id }: KeyAnswer) => accountCall<undefined>(token, 'DELETE', `/api/keys/${id}`),
    onSuccess: (_nothing, { id }) => setMade((shown) => (shown?.id === id ? null : shown)),
    onError: ({ message }) => notify({ title: 'Not revoked', description: message, tone: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const isFormOpen = isMaking && made === null;
  return (
    <Section
      heading="Your keys"
      lead="A key lets your programs call the API with your limits. Give each program one of its own."
      action={
        !isFormOpen && (
          <Button
            variant="outline"
            onClick={() => {
              setMade(null);
              setMaking(true);
            }}
          >
            New key
          </Button>
        )
      }
    >
      {isFormOpen && (
        <NewKeyForm
          token={token}
          onMade={(key) => {
            setMade(key);
            setMaking(false);
            void client.invalidateQueries({ queryKey });
          }}
          onCancel={() => setMaking(false)}
        />
      )}
      {made && <NewKey made={made} onDone={() => setMade(null)} />}
      <Fetched query={query} what="your keys">
        {({ keys }) =>
          keys.length === 0 ? (
            !isFormOpen && (
              <Empty>No keys yet. Compressing works without one, within the limits for visitors.</Empty>
            )
          ) : (
            <ul className="divide-y divide-hairline border-y border-hairline">
              {keys.map((key) => (
                <KeyRow
                  key={key.id}
                  entry={key}
                  isBusy={revoke.isPending && revoke.variables.id === key.id}
                  onRevoke={() => revoke.mutate(key)}
                />
              ))}
            </ul>
          )
        }
      </Fetched>
    </Section>
  );
}

interface KeyRowProps {
  readonly entry: KeyAnswer;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}

function KeyRow({ entry, isBusy, onRevoke }: KeyRowProps) {
  const { name, prefix, scopes, filesPerDay, filesToday, createdAt, expiresAt, lastUsedAt } = entry;
  const [now] = useState(() => Date.now());
  const hasExpired = expiresAt !== undefined && Date.parse(expiresAt) <= now;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold break-words">
          <bdi>{name}</bdi>
          {hasExpired && <span className="font-normal text-quiet"> (expired)</span>}
        </p>
        <p className="text-sm break-words text-quiet">
          <code>{prefix}…</code> · {scopes.join(', ')}
        </p>
        <p className="figures text-sm text-quiet">
          Made <Time at={createdAt} /> ·{' '}
          {lastUsedAt ? (
            <>
              last used <Time at={lastUsedAt} precise />
            </>
          ) : (
            'never used'
          )}
          {filesPerDay !== undefined && ` · ${filesToday} of ${filesPerDay} files today`}
          {expiresAt !== undefined && !hasExpired && (
            <>
              {' '}
              · until <Time at={expiresAt} />
            </>
          )}
        </p>
      </div>
      <ConfirmButton
        label="Revoke"
        of={`the key ${name}`}
        confirmation="Yes, revoke"
        isBusy={isBusy}
        onConfirm={onRevoke}
      />
    </li>
  );
}
