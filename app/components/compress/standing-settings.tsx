import type { ChosenOptions } from '~/compressor/queue/chosen-options.ts';
import { useRunLocation } from './run-location-chooser.tsx';
import { settingsLine } from './settings-words.ts';

/** Where the settings are, for those who go there from the line above the drop zone. */
export const SETTINGS_ID = 'settings';

/** The settings that hold for the next files, also those of an earlier visit: work starts with the drop. */
export function StandingSettings({ chosen }: { readonly chosen: ChosenOptions }) {
  const { place } = useRunLocation();
  return (
    <p className="mb-3 text-sm text-quiet scriptless:hidden">
      Settings: <span className="font-medium text-ink">{settingsLine(chosen, place)}</span>.{' '}
      <a
        href={`#${SETTINGS_ID}`}
        className="inline-flex min-h-6 items-center font-medium text-ink underline underline-offset-4 hover:text-primary"
      >
        Change <span className="sr-only">settings</span>
      </a>
    </p>
  );
}
