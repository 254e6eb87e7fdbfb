import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DeliveryAnswer, DeliveryPageAnswer } from '#platform/contracts/api/answers.ts';
import { Button } from '~/components/ui/button.tsx';
import { Chip } from '~/components/ui/chip.tsx';
import { notify } from '~/components/ui/notify.ts';
import { accountCall, retryUnlessRefused } from '~/session/account-call.ts';
import { Empty, Fetched, Section, Time } from './section.tsx';

const LOOK_AGAIN_MS = 15_000;

/** What was sent to the programs of the account, and what was not taken. */
export function DeliveriesSection({ token }: { readonly token: string }) {
  const queryKey = ['deliveries', token];
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) => {
      const before = pageParam === '' ? '' : `?${new URLSearchParams({ before: pageParam }).toString()}`;
      return accountCall<DeliveryPageAnswer>(token, 'GET', `/api/deliveries${before}`, { signal });
    },
    getNextPageParam: ({ next }) => next,
    retry: retryUnlessRefused,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some(isPending)) ? LOOK_AGAIN_MS : false,
  });
  const resend = useMutation({
    mutationFn: ({ jobId, id }: DeliveryAnswer) =>
      accountCall<DeliveryAnswer>(token, 'POST', `/api/jobs/${jobId}/deliveries/${id}/resend`),
    onSuccess: () =>
      notify({ title: 'Sent again', description: 'It will be delivered in a few seconds.', tone: 'success' }),
    onError: ({ message }) => notify({ title: 'Not sent again', description: message, tone: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <Section
      heading="Deliveries"
      lead="Webhooks, and results sent to your own storage. The log is kept for a day after the last attempt and holds no file names."
    >
      <Fetched query={query} what="your deliveries">
        {({ pages }) => {
          const deliveries = pages.flatMap((page) => page.deliveries);
          if (deliveries.length === 0)
            return <Empty>Nothing yet. Jobs with the option webhook or resultUrl appear here.</Empty>;
          return (
            <>
              <ul className="divide-y divide-hairline border-y border-hairline">
                {deliveries.map((delivery) => (
                  <DeliveryRow
                    key={`${delivery.jobId} ${delivery.id}`}
                    delivery={delivery}
                    isBusy={resend.isPending && resend.variables === delivery}
                    onResend={() => resend.mutate(delivery)}
                  />
                ))}
              </ul>
              {query.hasNextPage && (
                <Button
                  variant="outline"
                  className="mt-4"
                  aria-busy={query.isFetchingNextPage}
                  onClick={() => query.isFetchingNextPage || void query.fetchNextPage()}
                >
                  Show older ones
                </Button>
              )}
            </>
          );
        }}
      </Fetched>
    </Section>
  );
}

interface DeliveryRowProps {
  readonly delivery: DeliveryAnswer;
  readonly isBusy: boolean;
  readonly onResend: () => void;
}

const STATES = {
  pending: { tone: 'notice', word: 'Still trying' },
  delivered: { tone: 'success', word: 'Delivered' },
  failed: { tone: 'red', word: 'Failed' },
} as const;

function DeliveryRow({ delivery, isBusy, onResend }: DeliveryRowProps) {
  const { jobId, type, event = 'result', receiver, state, createdAt, nextAttemptAt, attempts } = delivery;
  const host = new URL(receiver).host;
  const { tone, word } = STATES[state];
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span className="min-w-0 break-all">{host}</span>
          <Chip tone={tone}>{word}</Chip>
        </p>
        <p className="text-sm break-all text-quiet">
          {type === 'webhook' ? <code>{event}</code> : 'Result by PUT'} of job <code>{jobId}</code>
        </p>
        <p className="figures text-sm text-quiet">
          <Time at={createdAt} precise /> ·{' '}
          {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}
          {lastOutcome(delivery)}
          {nextAttemptAt !== undefined && (
            <>
              {' '}
              · next <Time at={nextAttemptAt} precise />
            </>
          )}
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        className="pointer-coarse:min-h-11"
        aria-disabled={isBusy}
        onClick={() => isBusy || onResend()}
      >
        Send again
        <span className="sr-only">
          {' '}
          {event} to {host} of job {jobId}
        </span>
      </Button>
    </li>
  );
}

function isPending({ state }: DeliveryAnswer): boolean {
  return state === 'pending';
}

/** What the last attempt came to: the status that the receiver answered, or why there was none. */
function lastOutcome({ attempts }: DeliveryAnswer): string {
  const last = attempts.at(-1);
  if (!last) return '';
  if (last.status !== undefined) return ` · last answer ${last.status}`;
  return last.error === undefined ? '' : ` · ${last.error.replaceAll('-', ' ')}`;
}
