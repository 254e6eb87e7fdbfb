import { CircleAlert } from '~/components/ui/icons.tsx';
import { listOfKinds } from '#engine/api/kinds.ts';
import type { ReactNode } from 'react';
import { ACCEPTED } from '~/compressor/selection/selection.ts';
import { heroPicture } from '~/content/hero-picture.ts';
import { samples, type SampleId } from '~/content/samples.ts';
import { KindSheet } from '../compress/kind-sheet.tsx';
import { Button, buttonVariants } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';

interface StartZoneProps {
  /** After "Drop" and "Choose", e.g. `your files`. */
  readonly what: string;
  /** The file of ours that it can be tried with. */
  readonly sample?: SampleId;
  /** Beside or above the words. */
  readonly children?: ReactNode;
  /** Words and picture beside each other where there is room. */
  readonly wide?: boolean;
}

/**
 * A drop zone on a page that is not the compress page: what is dropped or chosen goes there and starts at once
 * (`app/enhancements/start-zone.ts`).
 */
export function StartZone({ what, sample = 'picture', children, wide }: StartZoneProps) {
  return (
    <div data-start-zone className="group">
      <label
        className={classNames(
          'relative grid cursor-pointer items-center overflow-hidden rounded-card border-2 border-dashed border-edge bg-raised transition-colors duration-150 hover:border-primary',
          'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary',
          'scriptless:pointer-events-none scriptless:border-solid scriptless:border-hairline',
          wide && 'md:grid-cols-[1.2fr_1fr]',
        )}
      >
        <input
          type="file"
          multiple
          accept={ACCEPTED}
          aria-label={`Choose ${what} to compress`}
          aria-describedby="start-rules start-problem"
          className="sr-only scriptless:hidden"
        />
        <div className={classNames('px-6', wide ? 'py-10 md:px-12' : 'order-last pb-7')}>
          <p
            className={classNames(
              'font-display font-bold tracking-tight text-balance',
              wide ? 'text-3xl md:text-4xl' : 'text-2xl',
            )}
          >
            <span className="pointer-coarse:hidden">Drop {what} here</span>
            <span className="hidden pointer-coarse:inline">Choose {what}</span>
          </p>
          <p id="start-rules" className="mt-2 text-quiet">
            Compression starts right away. {listOfKinds('or')}, up to 10 at a time, 200{'\u00a0'}MB each.
            Free; sign in with Google to download.
          </p>
          <span
            className={classNames(
              buttonVariants({ variant: 'outline' }),
              'mt-5 group-data-[state=busy]:hidden scriptless:hidden',
            )}
          >
            Choose files
          </span>
          <p
            role="status"
            className="mt-5 hidden min-h-11 items-center font-semibold group-data-[state=busy]:flex"
          >
            <span className="hidden group-data-[state=busy]:inline">Opening the compressor…</span>
          </p>
          <p className="mt-5 hidden font-semibold scriptless:block">
            Compressing needs JavaScript. Please switch it on for this site and reload the page.
          </p>
        </div>
        {children}
      </label>
      <p className="text-sm text-quiet scriptless:hidden">
        <button
          type="button"
          data-start-sample={sample}
          className="group/sample mt-2 inline-flex min-h-11 items-center gap-3 text-left font-medium text-ink hover:text-primary"
        >
          <SamplePicture sample={sample} />
          <span className="underline underline-offset-4">
            No file handy? Try a sample {samples[sample].what}
          </span>
        </button>
      </p>
      <Problem />
      <div className="pointer-events-none fixed inset-3 z-50 hidden animate-fade place-items-center rounded-card border-2 border-primary bg-primary-wash/90 in-data-lit:grid">
        <p className="font-display text-4xl font-bold tracking-tight">Drop to compress</p>
      </div>
    </div>
  );
}

function SamplePicture({ sample }: { readonly sample: SampleId }) {
  if (sample !== 'picture') return <KindSheet kind={sample === 'pdf' ? 'pdf' : 'pptx'} small />;
  return (
    <img
      src={heroPicture.thumbnail}
      alt=""
      width={48}
      height={36}
      loading="lazy"
      className="rounded-[6px] transition-transform duration-150 group-hover/sample:scale-105"
    />
  );
}

/** Why a selection was rejected. */
function Problem() {
  return (
    <div
      data-start-problem
      className="data-shown:mt-2 data-shown:animate-rise data-shown:rounded-card data-shown:bg-notice-wash data-shown:p-4"
    >
      <div className="flex gap-3">
        <CircleAlert aria-hidden className="mt-0.5 hidden size-5 shrink-0 text-notice in-data-shown:block" />
        <p id="start-problem" role="alert" className="font-medium empty:hidden" />
      </div>
      <p data-start-left-out className="mt-2 ml-8 text-sm whitespace-pre-line text-quiet empty:hidden" />
      <Button variant="outline" data-start-offer hidden className="mt-3 ml-8">
        Compress these
      </Button>
    </div>
  );
}
