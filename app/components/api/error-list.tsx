import type { DescribedError } from '~/content/api/api-description.ts';

/** Every error with its usual text, cause and remedy. */
export function ErrorList({ errors }: { readonly errors: readonly DescribedError[] }) {
  return (
    <dl className="mt-6 border-t border-edge">
      {errors.map(({ code, status, message, retryable, cause, remedy }) => {
        return (
          <div
            key={code}
            id={`error-${code}`}
            className="grid scroll-mt-24 gap-x-6 gap-y-1 border-b border-hairline py-4 md:grid-cols-[16rem_1fr]"
          >
            <dt>
              <span className="figures mr-3 font-mono font-semibold">{status}</span>
              <code className="break-words">{code}</code>
              {retryable && <span className="block text-sm text-quiet">Worth another try</span>}
            </dt>
            <dd className="min-w-0 space-y-1">
              <p className="font-semibold">{message}</p>
              <p>{cause}</p>
              <p className="text-quiet">{remedy}</p>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
