import { cva, type VariantProps } from 'class-variance-authority';
import { forwardRef, type AnchorHTMLAttributes, type ButtonHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

/** The looks of a button, for what is none: a link, or words inside a label. */
export const buttonVariants = cva(
  [
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap select-none',
    'transition-[background-color,border-color,color,transform] duration-150 ease-out active:translate-y-px',
    'disabled:pointer-events-none disabled:opacity-55 aria-disabled:opacity-55',
    '[&_svg]:size-[1.15em] [&_svg]:shrink-0 forced-colors:border',
  ],
  {
    variants: {
      variant: {
        default: 'bg-primary text-on-primary hover:bg-primary-pressed',
        destructive:
          'border border-primary bg-primary-wash text-primary hover:bg-primary hover:text-on-primary',
        outline: 'border border-edge bg-raised text-ink hover:border-ink hover:bg-sunk',
        secondary: 'bg-sunk text-ink ring-1 ring-hairline ring-inset hover:bg-hairline',
        ghost: 'text-ink hover:bg-sunk',
        link: 'text-primary underline decoration-1 underline-offset-4 hover:text-primary-pressed hover:decoration-2',
      },
      size: {
        default: 'min-h-11 min-w-11 px-5 text-base',
        // Small beside a pointer; a finger needs 44 px.
        sm: 'min-h-9 px-3.5 text-sm pointer-coarse:min-h-11',
        lg: 'min-h-13 px-7 text-lg',
        icon: 'size-11 [&_svg]:size-5',
      },
    },
    compoundVariants: [
      { variant: 'link', className: 'min-h-0! px-0! forced-colors:border-0 pointer-coarse:min-h-11!' },
    ],
    defaultVariants: { variant: 'default', size: 'default' },
  },
);

type Looks = VariantProps<typeof buttonVariants>;

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & Looks;

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, className, type, ...props },
  ref,
) {
  return (
    <button
      ref={ref}
      type={type ?? 'button'}
      className={classNames(buttonVariants({ variant, size }), className)}
      {...props}
    />
  );
});

type ButtonLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & Looks & { readonly href: string };

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, children, ...props }: ButtonLinkProps) {
  return (
    <a className={classNames(buttonVariants({ variant, size }), className)} {...props}>
      {children}
    </a>
  );
}
