import { scoreOf } from '../../search/target/keep-target.ts';
import type { PicturePlan, PictureVersion } from './plan-by-effort.ts';

/** What plans give together within a size. */
export interface ChosenVersions<Key, Version extends PictureVersion> {
  readonly plan: PicturePlan<Key, Version>;
  /** Bytes that the plan leaves. */
  readonly left: number;
  /** Pictures whose next better version takes more than was left, the lowest score first. */
  readonly leaping: readonly Key[];
}

/**
 * Chooses a version of each picture from several plans so that the lowest score is as high as the size allows: from the shortest
 * versions on, the picture of the lowest score takes its next better one as long as that fits. Of equal scores the one that adds
 * most comes first.
 * @param plans of the same pictures, one at least
 * @param bytes that the pictures may take together
 * @returns null where the shortest versions take more
 */
export function chooseVersions<Key, Version extends PictureVersion>(
  plans: readonly PicturePlan<Key, Version>[],
  bytes: number,
): ChosenVersions<Key, Version> | null {
  const plan = new Map<Key, Version>();
  const steps: Step<Key, Version>[] = [];
  let left = bytes;
  for (const key of plans[0]!.keys()) {
    const [shortest, ...better] = betterByBytes(plans.map((other) => other.get(key)!));
    plan.set(key, shortest!);
    left -= shortest!.bytes;
    let from = shortest!;
    for (const to of better) {
      steps.push({ key, from, to, added: to.bytes - from.bytes });
      from = to;
    }
  }
  if (left < 0) return null;
  const leaping = new Set<Key>();
  steps.sort((a, b) => scoreOf(a.from) - scoreOf(b.from) || b.added - a.added);
  for (const { key, to, added } of steps) {
    if (leaping.has(key)) continue;
    if (added > left) {
      leaping.add(key);
      continue;
    }
    plan.set(key, to);
    left -= added;
  }
  return { plan, left, leaping: [...leaping] };
}

/** From one version of a picture to the next better one. */
interface Step<Key, Version> {
  readonly key: Key;
  readonly from: Version;
  readonly to: Version;
  readonly added: number;
}

/** Versions of a picture, the shortest first, each with a higher score than all shorter ones. */
function betterByBytes<Version extends PictureVersion>(versions: readonly Version[]): Version[] {
  const better: Version[] = [];
  const byBytes = versions.toSorted((a, b) => a.bytes - b.bytes || scoreOf(b) - scoreOf(a));
  for (const version of byBytes) {
    const best = better.at(-1);
    if (!best || scoreOf(version) > scoreOf(best)) better.push(version);
  }
  return better;
}
