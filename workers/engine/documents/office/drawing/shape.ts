import type { XmlAttributes } from '../../../containers/xml/read-xml.ts';

/** Width and height in EMU. */
export interface Size {
  readonly cx: number;
  readonly cy: number;
}

/** A shape, picture, group or frame while it is being read, with its properties so far. */
export class Shape {
  readonly kind: string;
  /** The group that it lies in. */
  readonly parent: Shape | null;
  /** Drawing id, which animations point to. */
  id: string | null = null;
  /** Own size; null when it is inherited from a layout. */
  ext: Size | null = null;
  isRotated = false;
  private childExt: Size | null = null;

  /** @param kind element name: pic, sp, cxnSp, grpSp or graphicFrame */
  constructor(kind: string, parent: Shape | null) {
    this.kind = kind;
    this.parent = parent;
  }

  /** Takes every element inside the shape that is not inside one of its children. */
  note(name: string, attributes: XmlAttributes, parent?: string, grandparent?: string): void {
    if (name === 'cNvPr') this.id ??= attributes.id ?? null;
    if (name === 'xfrm' && parent !== undefined && OWNERS.has(parent))
      this.isRotated = (attributes.rot ?? '0') !== '0';
    if (parent !== 'xfrm' || grandparent === undefined || !OWNERS.has(grandparent)) return;
    if (name === 'ext') this.ext = parseSize(attributes);
    if (name === 'chExt') this.childExt = parseSize(attributes);
  }

  /** By how much a group scales its children; 1 for anything else and for groups without an area. */
  childScale(): { x: number; y: number } {
    if (!this.ext || !this.childExt) return { x: 1, y: 1 };
    const ratio = (own: number, child: number) => (own > 0 && child > 0 ? own / child : 1);
    return { x: ratio(this.ext.cx, this.childExt.cx), y: ratio(this.ext.cy, this.childExt.cy) };
  }
}

/** Elements whose `xfrm` child places the shape itself. */
const OWNERS = new Set(['spPr', 'grpSpPr', 'graphicFrame']);

/** @returns null for a size that is missing, broken or empty: the page's size is then the safe answer */
function parseSize({ cx, cy }: XmlAttributes): Size | null {
  const size = { cx: Number(cx), cy: Number(cy) };
  return size.cx > 0 && size.cy > 0 && Number.isFinite(size.cx + size.cy) ? size : null;
}
