import { forwardRef, type ReactNode } from 'react';
import { Button, type ButtonProps } from '~/components/ui/button.tsx';
import { classNames } from '~/components/ui/class-names.ts';
import { displayNameInText } from '~/compressor/selection/display-name.ts';

/** A button with words in a row: small beside a pointer, 44 px high where rows are stacked. */
export function RowButton({ className, ...props }: ButtonProps) {
  return <Button size="sm" className={classNames('max-wide:min-h-11', className)} {...props} />;
}

interface IconButtonProps extends ButtonProps {
  /** What it does, before the name of the file. */
  readonly does: string;
  readonly file: string;
  readonly children: ReactNode;
}

/** A button of a row that shows an icon and says what it does and to which file. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { does, file, className, children, ...props },
  ref,
) {
  return (
    <Button
      ref={ref}
      variant="ghost"
      size="icon"
      aria-label={`${does} ${displayNameInText(file)}`}
      className={classNames('wide:size-9', className)}
      {...props}
    >
      {/* A tooltip of the button itself would be read out after its name. */}
      <span title={does} className="contents">
        {children}
      </span>
    </Button>
  );
});
