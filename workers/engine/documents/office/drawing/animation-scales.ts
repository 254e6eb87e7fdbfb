import type { XmlAttributes } from '../../../containers/xml/read-xml.ts';

/** Largest scale that "grow" animations give to each shape of a slide (ECMA-376 Part 1, 19.5.5 animScale). */
export class AnimationScales {
  private readonly scales = new Map<string, number>();
  private current: { scale: number; shapeId: string | null } | null = null;

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'animScale') this.current = { scale: 1, shapeId: null };
    if (!this.current) return;
    if (name === 'by' || name === 'to') {
      this.current.scale = Math.max(this.current.scale, parseScale(attributes.x), parseScale(attributes.y));
    }
    if (name === 'spTgt') this.current.shapeId = attributes.spid ?? null;
  }

  close(name: string): void {
    if (name !== 'animScale' || !this.current) return;
    const { shapeId, scale } = this.current;
    if (shapeId !== null) this.scales.set(shapeId, Math.max(scale, this.scales.get(shapeId) ?? 1));
    this.current = null;
  }

  /** Scale of a shape inside groups, whose animations scale it as well: 1 to 10. */
  of(ids: readonly (string | null)[]): number {
    const scale = ids.reduce((product, id) => product * (this.scales.get(id ?? '') ?? 1), 1);
    return Math.min(10, scale);
  }
}

/** Thousandths of a percent, or a number with a percent sign in strict OOXML. */
function parseScale(text = ''): number {
  const scale = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text) / 100_000;
  return Number.isFinite(scale) ? scale : 1;
}
