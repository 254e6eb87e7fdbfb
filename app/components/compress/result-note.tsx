import { Info } from 'lucide-react';
import type { ReactNode } from 'react';

/** A sentence about a result: why it came back as it was, or what was corrected. */
export function ResultNote({ children }: { readonly children: ReactNode }) {
  return (
    <p className="mt-3 flex max-w-prose items-start gap-2 text-sm">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-notice" />
      <span>{children}</span>
    </p>
  );
}
