import type { Preset } from '#engine/api/presets.ts';

/**
 * Shares of a preset's result that layers take: eight of ten pages lie between. Of 42 made and 48 public pages with `balanced`
 * (2026-11-29), of 14 made ones with the others (2026-11-26); those of which no layers were made are not counted.
 */
const LAYERED_SHARES: Readonly<Record<Exclude<Preset, 'lossless'>, readonly [least: number, most: number]>> =
  {
    small: [0.47, 0.87],
    balanced: [0.22, 0.81],
    high: [0.31, 0.67],
  };

const KB = 1_024;

/** About what layers would take in place of a result, in words: "30 to 60 KB". */
export function layeredSizeWords(resultBytes: number, preset: Preset): string {
  const [least, most] = LAYERED_SHARES[preset === 'lossless' ? 'balanced' : preset];
  const [from, to] = [roughSize(least * resultBytes), roughSize(most * resultBytes)];
  return from.unit === to.unit
    ? `${from.value} to ${to.value} ${to.unit}`
    : `${from.value} ${from.unit} to ${to.value} ${to.unit}`;
}

/** As exact as an estimate may look. */
function roughSize(bytes: number): { readonly value: number; readonly unit: string } {
  const isLarge = bytes >= KB * KB;
  return {
    value: Number((bytes / (isLarge ? KB * KB : KB)).toPrecision(2)),
    unit: isLarge ? 'MB' : 'KB',
  };
}
