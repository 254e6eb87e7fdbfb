import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import type { NewKeyAnswer } from '#platform/contracts/api/answers.ts';
import { API_SCOPES, SCOPE_NOTES, type ApiScope } from '#platform/contracts/api/scopes.ts';
import { Button } from '~/components/ui/button.tsx';
import { Card } from '~/components/ui/card.tsx';
import { accountCall } from '~/session/account-call.ts';
import { CopyButton } from './copy-button.tsx';

interface NewKeyFormProps {
  readonly token: string;
  readonly onMade: (key: NewKeyAnswer) => void;
  readonly onCancel: () => void;
}

const FIELD =
  'min-h-11 w-full rounded-control border border-edge bg-raised px-3 text-base text-ink placeholder:text-quiet';
const USUAL: readonly ApiScope[] = ['compress', 'jobs:read'];
const EXPIRY = [
  [0, 'Never'],
  [30, 'In 30 days'],
  [90, 'In 90 days'],
  [365, 'In a year'],
] as const;

/** What a new key is for. */
export function NewKeyForm({ token, onMade, onCancel }: NewKeyFormProps) {
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const make = useMutation({
    mutationFn: (wanted: object) => accountCall<NewKeyAnswer>(token, 'POST', '/api/keys', { body: wanted }),
    onSuccess: onMade,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (make.isPending) return;
    make.mutate(wantedKey(new FormData(event.currentTarget)));
  };
  return (
    <Card className="mb-6">
      <form onSubmit={submit} aria-label="New key" className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-3">
          <label htmlFor={`${id}-name`} className="text-sm font-semibold">
            Name
            <input
              ref={first}
              id={`${id}-name`}
              name="name"
              required
              maxLength={60}
              autoComplete="off"
              placeholder="Build server"
              className={`${FIELD} mt-1.5 font-normal`}
            />
          </label>
          <label htmlFor={`${id}-quota`} className="text-sm font-semibold">
            Files a day
            <input
              id={`${id}-quota`}
              name="filesPerDay"
              type="number"
              min={1}
              max={1_000_000_000}
              step={1}
              placeholder="No limit of its own"
              className={`${FIELD} mt-1.5 font-normal`}
            />
          </label>
          <label htmlFor={`${id}-expiry`} className="text-sm font-semibold">
            Expires
            <select id={`${id}-expiry`} name="expiresInDays" className={`${FIELD} mt-1.5 font-normal`}>
              {EXPIRY.map(([days, words]) => (
                <option key={days} value={days}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        </div>
        <Scopes />
        {make.isError && (
          <p role="alert" className="text-primary">
            {make.error.message}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" aria-disabled={make.isPending}>
            {make.isPending ? 'Making…' : 'Make key'}
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Scopes() {
  const [chosen, setChosen] = useState<readonly ApiScope[]>(USUAL);
  return (
    <fieldset>
      <legend className="text-sm font-semibold">It may</legend>
      <div className="mt-1.5 grid gap-x-6 sm:grid-cols-2">
        {API_SCOPES.map((scope) => (
          <label key={scope} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="scopes"
              value={scope}
              checked={chosen.includes(scope)}
              onChange={({ currentTarget }) =>
                setChosen(
                  currentTarget.checked ? [...chosen, scope] : chosen.filter((each) => each !== scope),
                )
              }
              className="size-5 shrink-0 accent-primary"
            />
            <span>
              {SCOPE_NOTES[scope]} <code className="text-quiet">{scope}</code>
            </span>
          </label>
        ))}
      </div>
      {chosen.length === 0 && (
        <p role="status" className="text-sm text-quiet">
          Choose at least one.
        </p>
      )}
    </fieldset>
  );
}

function wantedKey(form: FormData): object {
  const filesPerDay = Number(form.get('filesPerDay'));
  const expiresInDays = Number(form.get('expiresInDays'));
  return {
    name: form.get('name'),
    scopes: form.getAll('scopes'),
    ...(filesPerDay > 0 ? { filesPerDay } : {}),
    ...(expiresInDays > 0 ? { expiresInDays } : {}),
  };
}

/** A key that was just made: the only time that it can be read. */
export function NewKey({ made, onDone }: { readonly made: NewKeyAnswer; readonly onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="mb-6">
      <h3 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Your key for <bdi className="break-words">{made.name}</bdi>
      </h3>
      <p className="mt-1 text-quiet">Copy it now: it is shown this once, and we keep no copy.</p>
      <code className="mt-4 block rounded-control bg-sunk p-3 break-all ring-1 ring-hairline ring-inset select-all">
        {made.key}
      </code>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={made.key} label="Copy key" of="" variant="default" size="default" />
        <Button variant="ghost" onClick={onDone}>
          Done
        </Button>
      </div>
    </Card>
  );
}
