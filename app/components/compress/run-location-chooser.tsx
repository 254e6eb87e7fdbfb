import { useId, useSyncExternalStore } from 'react';
import { missingHere } from '~/compressor/device/missing-here.ts';
import {
  chooseRunLocation,
  runLocationNow,
  runLocationStore,
  type RunLocation,
} from '~/compressor/queue/run-location.ts';
import { useOnline } from '~/pwa/use-online.ts';

const nothingChanges = () => () => {};
/** Until the page is hydrated nothing is known of the device; not yet known is not the same as lacking. */
const NOT_KNOWN = '';

/** Where files go that are chosen now, and what this device lacks, if anything. */
export function useRunLocation(): { readonly place: RunLocation; readonly missing: string | null } {
  const chosen = useSyncExternalStore(
    runLocationStore.subscribe,
    runLocationStore.read,
    runLocationStore.readOnServer,
  );
  const missing = useSyncExternalStore(nothingChanges, missingHere, () => NOT_KNOWN);
  const online = useOnline();
  return { place: runLocationNow(chosen, online, missing === null), missing };
}

export const PLACE_WORDS: Readonly<Record<RunLocation, { readonly label: string; readonly what: string }>> = {
  server: {
    label: 'On our servers',
    what: 'Files are sent encrypted. Uploads are deleted once compressed, results after 15 minutes unless you share them.',
  },
  device: {
    label: 'On this device',
    what: 'Your files never leave this browser. Slower devices take longer; the first use downloads about 2 MB.',
  },
};

const OPTION =
  'flex min-h-11 cursor-pointer items-center justify-center rounded-[7px] px-4 whitespace-nowrap text-sm font-medium text-quiet transition-colors duration-150 hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:ring-1 has-checked:ring-edge has-disabled:cursor-not-allowed has-disabled:opacity-60 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary';

/**
 * Where files are compressed, and what happens to them there.
 * @param onChange told after the choice is stored
 */
export function RunLocationChooser({ onChange }: { readonly onChange?: () => void }) {
  const name = useId();
  const { place, missing } = useRunLocation();
  const isOffered = missing === null || missing === NOT_KNOWN;
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">Where to compress</legend>
      <div className="mt-2 grid grid-cols-2 rounded-control bg-sunk p-1 ring-1 ring-hairline ring-inset sm:inline-grid">
        {(['server', 'device'] as const).map((each) => (
          <label key={each} className={OPTION}>
            <input
              type="radio"
              name={name}
              value={each}
              checked={place === each}
              disabled={each === 'device' && missing !== null && place !== 'device'}
              onChange={() => {
                chooseRunLocation(each);
                onChange?.();
              }}
              className="sr-only"
            />
            {PLACE_WORDS[each].label}
          </label>
        ))}
      </div>
      <p aria-live="polite" className="mt-2 max-w-prose text-sm text-quiet">
        {PLACE_WORDS[place].what}
        {!isOffered && ` Not available on this device: ${missing}.`}
      </p>
    </fieldset>
  );
}
