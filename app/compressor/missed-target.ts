import { formatBytes } from './format.ts';
import type { CompressedFile } from './request.ts';

/** Where a size was asked for and not reached: a sentence that says so; else null. */
export function missedTarget({ size, report }: Pick<CompressedFile, 'size' | 'report'>): string | null {
  const target = report?.target;
  if (!target || target.met || size <= target.bytes) return null;
  return `${formatBytes(target.bytes)} cannot be reached without visible harm. This is as small as it gets.`;
}
