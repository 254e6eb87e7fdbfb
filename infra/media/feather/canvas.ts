/** Linear light, 1 is white; may be brighter until it is developed. */
export type Light = readonly [red: number, green: number, blue: number];

export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** Three numbers a pixel, row by row. */
  readonly light: Float32Array;
}

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, light: new Float32Array(width * height * 3) };
}

export function mixed(one: Light, other: Light, share: number): Light {
  const at = Math.min(1, Math.max(0, share));
  return [
    one[0] + (other[0] - one[0]) * at,
    one[1] + (other[1] - one[1]) * at,
    one[2] + (other[2] - one[2]) * at,
  ];
}

export function scaled(light: Light, factor: number): Light {
  return [light[0] * factor, light[1] * factor, light[2] * factor];
}

/** Lays light over a pixel. @param cover 0 leaves it, 1 replaces it */
export function lay(canvas: Canvas, x: number, y: number, light: Light, cover: number): void {
  if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) return;
  const at = (y * canvas.width + x) * 3;
  for (let channel = 0; channel < 3; channel++)
    canvas.light[at + channel] =
      (canvas.light[at + channel] ?? 0) * (1 - cover) + (light[channel] ?? 0) * cover;
}

/** The light at a point between pixels. */
export function lightAt({ width, height, light }: Canvas, x: number, y: number): Light {
  const column = Math.min(width - 2, Math.max(0, Math.floor(x)));
  const row = Math.min(height - 2, Math.max(0, Math.floor(y)));
  const [across, down] = [Math.min(1, Math.max(0, x - column)), Math.min(1, Math.max(0, y - row))];
  const sample = (channel: number) => {
    const at = (row * width + column) * 3 + channel;
    const below = at + width * 3;
    const above = (light[at] ?? 0) * (1 - across) + (light[at + 3] ?? 0) * across;
    return (
      above * (1 - down) + ((light[below] ?? 0) * (1 - across) + (light[below + 3] ?? 0) * across) * down
    );
  };
  return [sample(0), sample(1), sample(2)];
}
