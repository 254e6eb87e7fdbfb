import type { XmlAttributes } from '../../xml/read-xml.ts';

/** Largest zoom that "grow" animations give to each shape of a slide (ECMA-376 Part 1, 19.5.5 animScale). */
export class AnimationZooms {
  private readonly zooms = new Map<string, number>();
  private current: { zoom: number; shapeId: string | null } | null = null;

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'animScale') this.current = { zoom: 1, shapeId: null };
    if (!this.current) return;
    if (name === 'by' || name === 'to') {
      this.current.zoom = Math.max(this.current.zoom, parseZoom(attributes.x), parseZoom(attributes.y));
    }
    if (name === 'spTgt') this.current.shapeId = attributes.spid ?? null;
  }

  close(name: string): void {
    if (name !== 'animScale' || !this.current) return;
    const { shapeId, zoom } = this.current;
    if (shapeId !== null) this.zooms.set(shapeId, Math.max(zoom, this.zooms.get(shapeId) ?? 1));
    this.current = null;
  }

  /** Zoom of a shape inside groups: their animations zoom it as well. At least 1, at most 10. */
  of(ids: readonly (string | null)[]): number {
    const zoom = ids.reduce((product, id) => product * (this.zooms.get(id ?? '') ?? 1), 1);
    return Math.min(10, zoom);
  }
}

/** Thousandths of a percent, or a number with a percent sign in strict OOXML. */
function parseZoom(text = ''): number {
  const zoom = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text) / 100_000;
  return Number.isFinite(zoom) ? zoom : 1;
}
