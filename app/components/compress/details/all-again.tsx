import { finishedItems } from '~/compressor/queue/queue-state.ts';
import { optionsFor, type Wish } from '~/compressor/queue/steering.ts';
import type { Compressor } from '~/compressor/queue/use-compressor.ts';
import { Button } from '~/components/ui/button.tsx';
import KeepChooser from '../keep-chooser.tsx';
import { LimitChooser } from '../limit-chooser.tsx';
import { PresetChooser } from '../preset-chooser.tsx';

export interface AllAgainProps {
  readonly compressor: Compressor;
  readonly wish: Wish;
  readonly onWish: (wish: Wish) => void;
  readonly onClose: () => void;
}

/** The settings of the whole list: for files that are added, and for another try with all that came back. */
export default function AllAgain({ compressor, wish, onWish, onClose }: AllAgainProps) {
  const finished = finishedItems(compressor.items);
  const again = () => {
    for (const { index, file } of finished) compressor.again(index, optionsFor(file, wish));
    onClose();
  };
  return (
    <div className="mt-3 grid animate-fade gap-x-10 gap-y-5 rounded-card border border-hairline bg-raised p-4 md:grid-cols-2 md:p-5">
      <PresetChooser value={wish.preset} onChange={(preset) => onWish({ ...wish, preset })} />
      <LimitChooser
        legend="Stay under"
        value={wish.limitBytes}
        onChange={(limitBytes) => onWish({ ...wish, limitBytes })}
      />
      <KeepChooser value={wish.keep} onChange={(keep) => onWish({ ...wish, keep })} />
      <div className="flex flex-wrap items-center gap-3 md:col-span-2">
        <Button variant="outline" disabled={finished.length === 0} onClick={again}>
          {finished.length === 1 ? 'Compress it again' : `Compress all ${finished.length} again`}
        </Button>
        <p className="text-sm text-quiet">
          Results stand until new ones have come. Remembered in this browser.
        </p>
      </div>
    </div>
  );
}
