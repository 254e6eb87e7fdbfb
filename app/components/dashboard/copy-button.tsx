import { useState } from 'react';
import { Check, Copy } from '~/components/ui/late-icons.tsx';
import { Button, type ButtonProps } from '~/components/ui/button.tsx';
import { notify } from '~/components/ui/notify.ts';

interface CopyButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  readonly text: string;
  readonly label: string;
  /** What it is, for those who do not see what stands beside it. */
  readonly of: string;
}

/** Puts a text on the clipboard and says so in place. */
export function CopyButton({ text, label, of, variant = 'outline', size = 'sm' }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => notify({ title: 'Not copied', description: 'The browser did not allow it.', tone: 'notice' }),
    );
  return (
    <Button
      variant={variant}
      size={size}
      className="pointer-coarse:min-h-11"
      onClick={() => void copy()}
      onBlur={() => setCopied(false)}
    >
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
      <span className="sr-only"> {of}</span>
    </Button>
  );
}
