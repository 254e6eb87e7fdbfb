import { useEffect, useState } from 'react';
import { LateOfflineEngine } from './late-parts.tsx';
import { onSignOfAPerson } from '~/sign-of-a-person.ts';

/** Says that compressing works without a connection; with the first sign of a person, what it takes. */
export function OfflineOffer() {
  const [isPersonHere, setPersonHere] = useState(false);
  useEffect(() => onSignOfAPerson(() => setPersonHere(true)), []);
  return (
    <div className="min-h-22 text-sm text-quiet md:col-span-2 md:min-h-9 scriptless:hidden">
      {isPersonHere ? <LateOfflineEngine /> : <p className="max-w-prose">You can also compress offline.</p>}
    </div>
  );
}
