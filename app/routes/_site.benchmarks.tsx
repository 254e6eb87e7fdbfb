import type { MetaFunction } from '@remix-run/node';
import { AS_TYPED } from '~/components/compress/file-name.tsx';
import { ClosingCall } from '~/components/site/closing-call.tsx';
import { PageHeader } from '~/components/site/page-header.tsx';
import { ButtonLink } from '~/components/ui/button.tsx';
import { dayOf } from '~/components/ui/moment.ts';
import { WordBreaks } from '~/components/ui/word-breaks.tsx';
import { benchmarks, type BenchmarkKind, type BenchmarkProgram } from '~/content/benchmarks.ts';
import { brand } from '~/content/brand.ts';
import { breadcrumb, pageMeta } from '~/content/page-meta.ts';

const files = benchmarks.kinds.reduce((sum, kind) => sum + kind.files, 0);

export default function BenchmarksRoute() {
  return (
    <>
      <PageHeader
        title="Benchmarks"
        lead={`${files} public files through our compressor and through other programs, each with settings that people use. Judged by independent metrics, including the files where we lose.`}
      />
      <div className="page pb-12">
        {benchmarks.kinds.map((kind) => (
          <Kind key={kind.kind} kind={kind} />
        ))}
        <Losses />
        <Method />
      </div>
      <ClosingCall
        title="Try it with your own files"
        lead="In the same format, a result is never larger than its source."
      >
        <ButtonLink href="/compress" size="lg">
          Compress Files
        </ButtonLink>
      </ClosingCall>
    </>
  );
}

function Kind({ kind }: { readonly kind: BenchmarkKind }) {
  return (
    <section className="grid gap-8 border-t border-hairline py-12 lg:grid-cols-[1fr_2fr] lg:gap-16">
      <div>
        <h2 className="text-2xl md:text-3xl">{kind.label}</h2>
        <p className="figures mt-4 font-display text-5xl font-bold tracking-tight text-primary">
          {shareOf(kind.programs[0])}
        </p>
        <p className="mt-2 max-w-[36ch] text-quiet">of the bytes are left of {kind.files} files together.</p>
        <p className="figures mt-2 max-w-[36ch] text-sm text-quiet">
          File by file, a small one counting as much as a large one, ours are {kind.ratio.toFixed(2)} times as
          large as the best result of the other programs that did no harm.
        </p>
      </div>
      <table className="w-full border-collapse self-start text-left">
        <caption className="sr-only">{kind.label} files by program</caption>
        <thead>
          <tr className="text-sm text-quiet">
            <th className="pb-2 font-medium">Program</th>
            <th className="pb-2 text-right font-medium">Bytes left</th>
            <th className="pb-2 pl-4 text-right font-medium">Harmed or failed</th>
            <th className="pb-2 pl-4 text-right font-medium max-sm:hidden">CPU time</th>
          </tr>
        </thead>
        <tbody>
          {kind.programs.map((program, index) => (
            <Row key={program.name} program={program} isOurs={index === 0} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function shareOf(program: BenchmarkProgram | undefined): string {
  return `${(100 * (program?.share ?? 1)).toFixed(1)}%`;
}

function Row({ program, isOurs }: { readonly program: BenchmarkProgram; readonly isOurs: boolean }) {
  const share = shareOf(program);
  return (
    <tr className="border-t border-hairline align-top">
      <th scope="row" className="py-3 font-medium">
        <span className={isOurs ? 'text-primary' : ''}>{program.name}</span>
        <span aria-hidden className="mt-2 block h-1.5 overflow-hidden rounded-full bg-bar">
          <span className={`block h-full ${isOurs ? 'bg-primary' : 'bg-quiet'}`} style={{ width: share }} />
        </span>
      </th>
      <td className="figures py-3 pl-4 text-right">{share}</td>
      <td className="figures py-3 pl-4 text-right">{program.harmed}</td>
      <td className="figures py-3 pl-4 text-right max-sm:hidden">{Math.round(program.cpuSeconds)} s</td>
    </tr>
  );
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1024).toLocaleString('en')}\u00a0KB`;

function Losses() {
  return (
    <section className="border-t border-hairline py-12">
      <h2 className="text-2xl md:text-3xl">Where we lose</h2>
      <p className="mt-2 max-w-[62ch] text-quiet">
        {benchmarks.lost.length} of {files} files: another program made them smaller, without visible harm by
        these metrics.
      </p>
      <ul className="mt-6 grid gap-x-12 md:grid-cols-2">
        {benchmarks.lost.map((loss) => (
          <li key={loss.file} className="min-w-0 border-t border-hairline py-3">
            <p className={`font-medium wrap-anywhere ${AS_TYPED}`}>
              <WordBreaks text={loss.file} />
            </p>
            <p className="figures mt-1 text-sm text-quiet">
              {kilobytes(loss.sourceBytes)}: {kilobytes(loss.oursBytes)} by us, {kilobytes(loss.bestBytes)} by{' '}
              {loss.bestRival}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Method() {
  return (
    <section className="border-t border-hairline py-12">
      <h2 className="text-2xl md:text-3xl">How it was measured</h2>
      <div className="mt-4 grid max-w-[68ch] gap-4 text-lg">
        <p>
          The files are from packages of Debian 12, made by many people and programs: photos, renderings,
          screenshots, wallpapers, manuals, papers and talks. From each package they were taken at regular
          steps through the list of names, so that nobody picked them. Talks were saved as PPTX by
          LibreOffice.
        </p>
        <p>
          Images are compared by SSIMULACRA2, on white and on black, with their profiles applied; pages as
          Poppler and slides as LibreOffice draw them, by MS-SSIM. Words, links, forms, tags, layers, notes
          and frames are counted. A result that looks worse than the floor (60 for images, 97.5 for pages, 95
          for slides, of 100), lost something or grew counts as the untouched source. The rules are the same
          for us.
        </p>
        <p>
          Measured on <time dateTime={benchmarks.measured}>{dayOf(benchmarks.measured)}</time>. Anyone can
          repeat it with one command from our source code: <code>npm run bench -- peers FOLDER --gather</code>
          .
        </p>
      </div>
    </section>
  );
}

export const meta: MetaFunction = (args) =>
  pageMeta(
    {
      title: 'Benchmarks',
      description: `${brand.name} beside other programs on ${files} public files: bytes, harm and CPU time by file type, and every file where we lose.`,
      path: '/benchmarks',
      jsonLd: (origin) => [breadcrumb(origin, [{ name: 'Benchmarks', path: '/benchmarks' }])],
    },
    args,
  );
