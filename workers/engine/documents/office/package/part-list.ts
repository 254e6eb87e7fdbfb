import { partKey } from './part-names.ts';

/** Parts in the order of their archive, found by name: whatever is done to one of them costs the same among thousands. */
export class PartList<P extends { readonly name: string }> {
  /** Undefined where a part was removed. */
  private readonly slots: (P | undefined)[] = [];
  private readonly slotOf = new Map<string, number>();

  /** All parts, in order. */
  get all(): readonly P[] {
    return this.slots.filter((part) => part !== undefined);
  }

  find(name: string): P | undefined {
    const slot = this.slotOf.get(partKey(name));
    return slot === undefined ? undefined : this.slots[slot];
  }

  /** Puts a part in the place of the one of its name, or behind all. */
  put(part: P): void {
    this.putAt(this.slotOf.get(partKey(part.name)) ?? this.slots.length, part);
  }

  /** Puts a part in the place of one of another name. */
  replace(old: P, part: P): void {
    const slot = this.slotOf.get(partKey(old.name));
    this.slotOf.delete(partKey(old.name));
    this.putAt(slot ?? this.slots.length, part);
  }

  remove({ name }: P): void {
    const slot = this.slotOf.get(partKey(name));
    if (slot !== undefined) this.slots[slot] = undefined;
    this.slotOf.delete(partKey(name));
  }

  private putAt(slot: number, part: P): void {
    this.slots[slot] = part;
    this.slotOf.set(partKey(part.name), slot);
  }
}
