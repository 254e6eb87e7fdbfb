import { difference } from './content-numbers.ts';

/**
 * Follows the lines of a subpath for rectangles: `re` is the same as `m`, three `l` along its sides and `h` (ISO 32000-1, table 59).
 * Lines back to the first point without `h` are not: Poppler draws them without its adjustment to pixels.
 */
export class RectangleLines {
  private points: (readonly string[])[] = [];

  /**
   * @param operator the next one, or nothing for another token
   * @param numbers its operands, as they are written
   * @returns operands of the rectangle that this operator closes
   */
  follow(operator: string, numbers: readonly string[]): readonly string[] | undefined {
    const { points } = this;
    if (operator === 'l' && numbers.length === 2 && points.length > 0) {
      points.push(numbers);
      return undefined;
    }
    this.points = operator === 'm' && numbers.length === 2 ? [numbers] : [];
    return operator === 'h' && points.length === 4 ? rectangleOf(points) : undefined;
  }
}

/** Along the first axis first, as `re` goes. */
function rectangleOf([first, second, third, fourth]: readonly (readonly string[])[]): string[] | undefined {
  const [x, y] = first as [string, string];
  const [right, top] = third as [string, string];
  const isUpright = second![0] === right && second![1] === y && fourth![0] === x && fourth![1] === top;
  const sides = [difference(right, x), difference(top, y)];
  return isUpright && !sides.includes('0') ? [x, y, ...sides] : undefined;
}
