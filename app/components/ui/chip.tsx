import { cva, type VariantProps } from 'class-variance-authority';
import type { HTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

const chipVariants = cva(
  'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap [&_svg]:size-4',
  {
    variants: {
      tone: {
        neutral: 'bg-sunk text-quiet ring-1 ring-hairline ring-inset',
        red: 'bg-primary-wash text-primary',
        success: 'bg-success-wash text-success',
        notice: 'bg-notice-wash text-notice',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

interface ChipProps extends HTMLAttributes<HTMLSpanElement>, VariantProps<typeof chipVariants> {}

export function Chip({ tone, className, ...props }: ChipProps) {
  return <span className={classNames(chipVariants({ tone }), className)} {...props} />;
}
