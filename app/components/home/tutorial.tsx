import { Play } from '~/components/ui/late-icons.tsx';
import { ButtonLink } from '../ui/button.tsx';

const steps = [
  'Drop up to ten files, or click to browse.',
  'Watch each file: percent done, then sizes before and after.',
  'Sign in with Google and download, one by one or all together.',
];

/** How it works, as steps beside a recording of the real thing. */
export function Tutorial() {
  return (
    <section aria-labelledby="tutorial" className="border-y border-hairline bg-sunk">
      <div className="page section grid items-center gap-10 lg:grid-cols-[1fr_1.5fr] lg:gap-16">
        <div>
          <h2 id="tutorial" className="text-3xl md:text-4xl">
            See it in half a minute
          </h2>
          <ol className="mt-6 space-y-4">
            {steps.map((step, index) => (
              <li key={step} className="flex gap-4 text-lg">
                <span aria-hidden className="figures font-display font-bold text-primary">
                  {index + 1}
                </span>
                {step}
              </li>
            ))}
          </ol>
          <ButtonLink href="/compress" variant="outline" className="mt-8">
            Try It Now
          </ButtonLink>
        </div>
        <div data-tutorial className="relative overflow-hidden rounded-card border border-hairline bg-raised">
          {/* Far below the first screen: a poster of the film itself would be fetched with the page. */}
          <img
            src="/media/tutorial-poster.webp"
            alt=""
            loading="lazy"
            width={1280}
            height={720}
            className="absolute inset-0 size-full object-cover"
          />
          <video
            controls
            preload="none"
            playsInline
            width={1280}
            height={720}
            aria-label="Tutorial: compressing files, a silent screen recording"
            className="relative aspect-video h-auto w-full"
          >
            <source src="/media/tutorial.webm" type="video/webm" />
            <source src="/media/tutorial.mp4" type="video/mp4" />
            <track kind="captions" src="/media/tutorial.vtt" srcLang="en" label="English" default />
          </video>
          {/* Without scripts the browser's own controls lie over the poster instead. */}
          <button
            type="button"
            data-play
            hidden
            aria-label="Play the tutorial"
            className="group absolute inset-0 grid place-items-center rounded-card"
          >
            <span className="grid size-18 place-items-center rounded-full bg-primary text-on-primary shadow-float transition-transform duration-150 ease-out group-hover:scale-105 group-hover:bg-primary-pressed">
              <Play aria-hidden className="ml-1 size-8 fill-current" />
            </span>
          </button>
        </div>
      </div>
    </section>
  );
}
