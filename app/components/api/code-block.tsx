import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

export interface CodeBlockProps {
  /** What the listing shows, for people who do not see it. */
  readonly label: string;
  readonly code: string;
  readonly copyable?: boolean;
}

/** A listing that scrolls on its own, with a button to copy it. */
export function CodeBlock({ label, code, copyable = false }: CodeBlockProps) {
  return (
    <div className="relative">
      {/* A region that scrolls must be reachable by keyboard. */}
      <pre
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={label}
        className="scroller px-4 py-4 text-sm leading-6"
      >
        <code>{code}</code>
      </pre>
      {copyable && <CopyButton label={label} text={code} />}
    </div>
  );
}

function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2_000);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // No permission, or not a secure page: the text can still be selected by hand.
      setState('failed');
    }
  };

  return (
    <>
      <button
        type="button"
        onClick={copy}
        aria-label={`Copy: ${label}`}
        className="absolute right-1 bottom-full mb-0.5 grid size-10 place-items-center rounded-control bg-sunk text-quiet transition-colors duration-150 hover:bg-hairline hover:text-ink [&_svg]:size-4.5"
      >
        {state === 'copied' ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      </button>
      <span role="status" className="sr-only">
        {state === 'copied' && 'Copied'}
        {state === 'failed' && 'Could not copy. Please select the text instead.'}
      </span>
    </>
  );
}
