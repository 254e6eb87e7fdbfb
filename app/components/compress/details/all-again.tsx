import { finishedItems } from '~/compressor/queue/queue-state.ts';
import { optionsFor, type ChosenOptions } from '~/compressor/queue/chosen-options.ts';
import type { Compressor } from '~/compressor/queue/use-compressor.ts';
import { Button } from '~/components/ui/button.tsx';
import KeepChooser from '../keep-chooser.tsx';
import { LimitChooser } from '../limit-chooser.tsx';
import { PresetChooser } from '../preset-chooser.tsx';

export interface AllAgainProps {
  readonly compressor: Compressor;
  readonly chosen: ChosenOptions;
  readonly onChosen: (chosen: ChosenOptions) => void;
  readonly onClose: () => void;
}

/** The settings of the whole list: for files that are added, and for another try with all that came back. */
export default function AllAgain({ compressor, chosen, onChosen, onClose }: AllAgainProps) {
  const finished = finishedItems(compressor.items);
  const again = () => {
    for (const { index, file } of finished) compressor.again(index, optionsFor(file, chosen));
    onClose();
  };
  return (
    <div className="mt-3 grid animate-fade gap-x-10 gap-y-5 rounded-card border border-hairline bg-raised p-4 md:grid-cols-2 md:p-5">
      <PresetChooser value={chosen.preset} onChange={(preset) => onChosen({ ...chosen, preset })} />
      <LimitChooser
        legend="Maximum size"
        value={chosen.limitBytes}
        onChange={(limitBytes) => onChosen({ ...chosen, limitBytes })}
      />
      <KeepChooser value={chosen.keep} onChange={(keep) => onChosen({ ...chosen, keep })} />
      <div className="flex flex-wrap items-center gap-3 md:col-span-2">
        <Button variant="outline" disabled={finished.length === 0} onClick={again}>
          {finished.length === 1 ? 'Compress again' : `Compress all ${finished.length} again`}
        </Button>
        <p className="text-sm text-quiet">
          Current results stay until the new ones are ready. Settings are saved in this browser.
        </p>
      </div>
    </div>
  );
}
