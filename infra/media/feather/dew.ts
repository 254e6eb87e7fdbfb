import { createCanvas, lay, lightAt, scaled, type Canvas, type Light } from './canvas.ts';

/** Drops of water: place and radius in shares of the width. */
const DROPS: readonly (readonly [x: number, y: number, radius: number])[] = [
  [0.445, 0.385, 0.03],
  [0.405, 0.435, 0.012],
  [0.51, 0.31, 0.017],
  [0.335, 0.42, 0.009],
  [0.57, 0.36, 0.021],
  [0.605, 0.325, 0.008],
  [0.48, 0.475, 0.011],
  [0.62, 0.235, 0.011],
  [0.365, 0.5, 0.014],
  [0.54, 0.425, 0.006],
  [0.675, 0.27, 0.007],
];

/** Lays drops on the picture; each shows what is under it turned upside down, as a lens does. */
export function paintDew(canvas: Canvas): void {
  const under = createCanvas(canvas.width, canvas.height);
  under.light.set(canvas.light);
  for (const [x, y, radius] of DROPS) {
    const drop = { x: x * canvas.width, y: y * canvas.width, radius: radius * canvas.width };
    paintShadow(canvas, drop);
    paintDrop(canvas, under, drop);
  }
}

interface Drop {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

function paintShadow(canvas: Canvas, { x, y, radius }: Drop): void {
  const [centreX, centreY] = [x + radius * 0.22, y + radius * 0.3];
  for (let row = Math.floor(centreY - radius * 1.5); row < centreY + radius * 1.5; row++)
    for (let column = Math.floor(centreX - radius * 1.5); column < centreX + radius * 1.5; column++) {
      const away = Math.hypot(column - centreX, row - centreY) / radius;
      if (away < 1.4) lay(canvas, column, row, [0, 0, 0], 0.62 * Math.min(1, (1.4 - away) * 1.6));
    }
}

function paintDrop(canvas: Canvas, under: Canvas, { x, y, radius }: Drop): void {
  for (let row = Math.floor(y - radius); row <= y + radius; row++)
    for (let column = Math.floor(x - radius); column <= x + radius; column++) {
      const [u, v] = [(column - x) / radius, (row - y) / radius];
      const away = Math.hypot(u, v);
      if (away >= 1) continue;
      const depth = Math.sqrt(1 - away * away);
      const bent = 1.25 - 1.9 * (1 - depth);
      const seen = lightAt(under, x - u * radius * bent * 1.3, y - v * radius * bent * 1.3);
      // Light gathers on the side away from its source.
      const gathered = 0.35 + 1.5 * Math.max(0, 0.5 * u + 0.72 * v) ** 1.2 + 0.25 * depth;
      const rim = Math.min(1, (1 - away) * radius * 0.8);
      const lit = scaled(seen, gathered * (0.55 + 0.45 * Math.min(1, depth * 2)));
      lay(canvas, column, row, glint(lit, u, v, depth), rim);
    }
}

/** The window in whose light the drop lies, and a weak one opposite. */
function glint(light: Light, u: number, v: number, depth: number): Light {
  const lamp = Math.exp(-(((u + 0.4) / 0.15) ** 4 + ((v + 0.46) / 0.12) ** 4)) * 2.2;
  const back = Math.exp(-((((u - 0.5) ** 2 + (v - 0.55) ** 2) / 0.05) ** 2)) * 0.12;
  const sky = (1 - depth) ** 3 * Math.max(0, -v) * 0.35;
  return [
    light[0] + lamp + back + sky * 0.7,
    light[1] + lamp + back + sky * 0.85,
    light[2] + lamp + back + sky,
  ];
}
