/** Memory that is taken piece by piece, and grows. */

/** What the compiler puts into memory lies below. */
let next: usize = 64;

/** @returns the address of so many bytes on a multiple of 16, whatever they hold */
export function take(bytes: usize): usize {
  const at = next;
  next = (at + bytes + 15) & ~15;
  reserve(next);
  return at;
}

/** Gives back what was taken from an address on. */
export function giveBack(from: usize): void {
  next = from;
}

/** Makes memory reach to an address. */
export function reserve(end: usize): void {
  const missing = <isize>end - ((<isize>memory.size()) << 16);
  if (missing > 0) memory.grow(<i32>((missing + 65_535) >> 16));
}
