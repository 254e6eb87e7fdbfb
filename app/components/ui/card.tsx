import type { HTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

/** A raised sheet with a hairline. */
export function Card({ className, ...props }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div
      className={classNames('rounded-card border border-hairline bg-raised p-5 md:p-6', className)}
      {...props}
    />
  );
}
