/**
 * Whether libwebp would need more memory than an engine process has to pack a picture losslessly, or the transparency of
 * a lossy one: at 24 MP it holds 20 to 28 bytes a pixel besides the samples, 0.75 to 0.85 GB in all, at 48 MP 1.7 GB.
 */
export function isTooLargeToPack({ width, height }: { width: number; height: number }): boolean {
  return width * height > 24_000_000;
}
