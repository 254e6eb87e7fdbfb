import { isPictureKind } from '#engine/api/kinds.ts';
import { finishedItems, unbegunItems } from '~/compressor/queue/queue-state.ts';
import { chosenOptionsStore, optionsFor, type ChosenOptions } from '~/compressor/queue/chosen-options.ts';
import type { Compressor } from '~/compressor/queue/use-compressor.ts';
import { runLocationHere } from '~/compressor/device/run-location-here.ts';
import { Button } from '~/components/ui/button.tsx';
import ImageChooser from '../image-chooser.tsx';
import KeepChooser from '../keep-chooser.tsx';
import { LimitChooser } from '../limit-chooser.tsx';
import { PresetChooser } from '../preset-chooser.tsx';
import { RunLocationChooser } from '../run-location-chooser.tsx';

export interface AllAgainProps {
  readonly compressor: Compressor;
  readonly chosen: ChosenOptions;
  readonly onChosen: (chosen: ChosenOptions) => void;
  readonly onClose: () => void;
}

/** The settings of the whole list: for files that have not begun or are added, and for another try with all that came back. */
export default function AllAgain({ compressor, chosen, onChosen, onClose }: AllAgainProps) {
  const { items, busy, follow } = compressor;
  const finished = finishedItems(items);
  const choose = (next: ChosenOptions) => {
    onChosen(next);
    follow(next, runLocationHere());
  };
  const again = () => {
    const place = runLocationHere();
    for (const item of finished) compressor.again(item.index, optionsFor(item, chosen), { place });
    onClose();
  };
  return (
    <div className="mt-3 grid animate-fade gap-x-10 gap-y-5 rounded-card border border-hairline bg-raised p-4 md:grid-cols-2 md:p-5">
      <PresetChooser value={chosen.preset} onChange={(preset) => choose({ ...chosen, preset })} />
      <LimitChooser
        legend="Maximum size"
        value={chosen.limitBytes}
        onChange={(limitBytes) => choose({ ...chosen, limitBytes })}
      />
      <RunLocationChooser onChange={() => follow(chosenOptionsStore.read(), runLocationHere())} />
      <KeepChooser value={chosen.keep} onChange={(keep) => choose({ ...chosen, keep })} />
      {items.some(({ kind }) => isPictureKind(kind)) && (
        <div className="md:col-span-2">
          <ImageChooser
            value={chosen.images}
            preset={chosen.preset}
            onChange={(images) => choose({ ...chosen, images })}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3 md:col-span-2">
        {!busy && (
          <Button variant="outline" disabled={finished.length === 0} onClick={again}>
            {finished.length === 1 ? 'Compress again' : `Compress all ${finished.length} again`}
          </Button>
        )}
        <p role="status" className="text-sm text-quiet">
          {busy
            ? underWayWords(unbegunItems(items).length)
            : 'Current results stay until the new ones are ready. Settings are saved in this browser.'}
        </p>
      </div>
    </div>
  );
}

function underWayWords(unbegun: number): string {
  if (unbegun === 0) return 'All files have started. When they are done, you can compress them again.';
  const files = unbegun === 1 ? 'The 1 file that has' : `The ${unbegun} files that have`;
  return `${files} not started will use these settings.`;
}
