import { ExchangeRate } from './exchange-rate.ts';
import type { FloorRequest, Setting } from '../still/floor-request.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';
import { searchQuality, type Trial } from './quality-search.ts';
import {
  BOUNDED_QUALITY,
  ERRATIC_POINTS,
  EVEN_RATE_POINTS,
  FAR_TOO_LONG,
  LEAST_QUALITY,
  LOWER_SHARES,
  MAX_TRIALS,
  MOST_SETTING_GAIN,
  SINGLE_TRIAL_MARGIN,
  USUAL_MARGIN_SHARE,
  WIDE_MISS_POINTS,
} from '../tuning.ts';

/** A trial that reached the floor. */
export interface Found {
  readonly setting: Setting;
  readonly trial: Trial;
}

export interface SettingsRequest extends Pick<FloorRequest, 'floor' | 'budget' | 'leastRate' | 'mostRate'> {
  /** Lowest quality to try [5]. */
  readonly minQuality?: number | undefined;
  /** A trial longer than this leads to no result within `maxBytes`. */
  readonly tooLongBytes: number;
  /** A trial this short ends the search. */
  readonly enoughBytes: number;
  /** Work that is needed for a result once a trial was chosen, in ms, as far as it is known: it is left in the budget [0]. */
  readonly reserveMs?: () => number;
  /** Encodes and measures. */
  readonly attempt: (setting: Setting, quality: number) => Promise<Trial>;
}

/**
 * Searches the lowest quality that reaches the floor for one setting after the other. The setting that is cheapest so far
 * leads; others are given up once they fall behind it.
 * @returns all trials that reached the floor, the smallest first
 */
export async function searchSettings(
  settings: readonly Setting[],
  request: SettingsRequest,
): Promise<Found[]> {
  const rates = new ExchangeRate(request.floor);
  const found: Found[] = [];
  for (const setting of settings) {
    const isBudgetSpent = request.budget.leftMs <= (request.reserveMs?.() ?? 0);
    const [leader] = found;
    if (leader && (isBudgetSpent || leader.trial.bytes.length <= request.enoughBytes)) break;
    if (leader && leastAtFloor(leader.trial, request) > request.tooLongBytes * MOST_SETTING_GAIN) break;
    const smallest = found.toSorted(bySize)[0];
    const search = new SettingSearch(setting, leader, request, rates);
    found.push(...(await search.run(isBudgetSpent, smallest)));
    if (search.isFarTooLong) break;
    found.sort((a, b) => rates.cost(a.trial) - rates.cost(b.trial));
  }
  return found.sort(bySize);
}

function bySize(a: Found, b: Found): number {
  return a.trial.bytes.length - b.trial.bytes.length;
}

/** Far lower qualities are tried only while half of the budget is left for the other settings. */
function hasHalfLeft({ leftMs, spentMs }: WorkBudget): boolean {
  return leftMs >= spentMs;
}

/** Bytes that a trial above the floor takes at it, at the least. */
function leastAtFloor(
  { bytes, score }: Trial,
  { floor, mostRate = Infinity }: Pick<SettingsRequest, 'floor' | 'mostRate'>,
): number {
  return score > floor ? bytes.length * Math.exp(-mostRate * (score - floor)) : bytes.length;
}

/** The search of one setting, which ends when it falls behind the leader. */
class SettingSearch {
  private readonly setting: Setting;
  private readonly leader: Found | undefined;
  private readonly request: SettingsRequest;
  private readonly rates: ExchangeRate;
  private readonly found: Found[] = [];
  private readonly trials = new Map<number, Trial>();
  private missed: Trial | undefined;
  private isGivenUp = false;
  /** A trial was so long that no other quality or setting can be short enough. */
  isFarTooLong = false;

  constructor(setting: Setting, leader: Found | undefined, request: SettingsRequest, rates: ExchangeRate) {
    this.setting = setting;
    this.leader = leader;
    this.request = request;
    this.rates = rates;
  }

  /**
   * @param isBudgetSpent allows one trial only
   * @param smallest      of the settings before, whose quality this search begins near
   * @returns the trials that reached the floor
   */
  async run(isBudgetSpent: boolean, smallest: Found | undefined): Promise<Found[]> {
    const { setting, request } = this;
    const { floor, minQuality = LEAST_QUALITY } = request;
    const best = await searchQuality({
      floor,
      min: minQuality,
      max: setting.max,
      start: smallest
        ? smallest.trial.quality + setting.start - smallest.setting.start
        : setting.start + (isBudgetSpent ? SINGLE_TRIAL_MARGIN : 0),
      maxTrials: isBudgetSpent ? 1 : (setting.maxTrials ?? MAX_TRIALS),
      attempt: (quality) => this.attempt(quality),
      shouldStop: (trial) => (this.isGivenUp = this.shouldGiveUp(trial)),
    });
    // Screens score erratically: where the search ended well above the floor, far lower qualities may do as well.
    const isErratic = best !== null && best.score > floor + ERRATIC_POINTS && best.quality > minQuality;
    if (isErratic && !isBudgetSpent && !this.isGivenUp && !setting.maxTrials) {
      for (const share of LOWER_SHARES)
        if (hasHalfLeft(request.budget))
          await this.attempt(Math.max(minQuality, Math.round(best.quality * share)));
    }
    return this.found;
  }

  private async attempt(quality: number): Promise<Trial> {
    const { setting, leader, request, rates } = this;
    const known = this.trials.get(quality);
    if (known) return known;
    const trial = await request.attempt(setting, quality);
    this.trials.set(quality, trial);
    if (!leader) rates.learn(trial);
    if (trial.score >= request.floor) this.found.push({ setting, trial });
    return trial;
  }

  private shouldGiveUp(trial: Trial): boolean {
    const { floor, enoughBytes, tooLongBytes, budget } = this.request;
    if (budget.isSpent && (this.leader || this.found.length > 0)) return true;
    const size = trial.bytes.length;
    this.isFarTooLong = isFarTooLong(size, this.request);
    if (this.isFarTooLong) return true;
    const isTooLongAtFloor = leastAtFloor(trial, this.request) > tooLongBytes;
    if (trial.score >= floor) return isTooLongAtFloor || size <= enoughBytes || this.isBehind(trial);
    const before = this.missed;
    this.missed = trial;
    const isTooLong = this.promisedBytes(trial) > tooLongBytes;
    return isTooLong || this.isBehind(trial) || this.isOutOfReach(before, trial);
  }

  /** Bytes that a trial below the floor takes at it, at the least. */
  private promisedBytes({ bytes, score }: Trial): number {
    const { floor, leastRate = 0 } = this.request;
    return bytes.length * Math.exp(leastRate * Math.min(EVEN_RATE_POINTS, floor - score));
  }

  private isBehind(trial: Trial): boolean {
    const { leader, setting, request, rates } = this;
    if (!leader || Math.abs(trial.score - request.floor) >= EVEN_RATE_POINTS) return false;
    return rates.cost(trial) > rates.cost(leader.trial) + marginFor(leader, setting, request.floor);
  }

  /**
   * Whether even the highest quality would miss the floor, at the pace of two wide misses: near the floor scores may leap.
   * Only asked where another setting has reached it.
   */
  private isOutOfReach(before: Trial | undefined, trial: Trial): boolean {
    const { leader, setting, request } = this;
    if (!leader || !before || trial.quality <= before.quality) return false;
    if (trial.score > request.floor - WIDE_MISS_POINTS) return false;
    const slope = (trial.score - before.score) / (trial.quality - before.quality);
    return trial.score + slope * (setting.max - trial.quality) < request.floor;
  }
}

/** Whether a trial is so many times too long that it need not be measured. */
export function isFarTooLong(
  bytes: number,
  { minQuality = LEAST_QUALITY, tooLongBytes }: Pick<SettingsRequest, 'minQuality' | 'tooLongBytes'>,
): boolean {
  return minQuality >= BOUNDED_QUALITY && bytes > FAR_TOO_LONG * tooLongBytes;
}

/** The margin of a setting; the usual one where the leader ended well above the floor, so that its cost there is uncertain. */
function marginFor(leader: Found, { marginShare = USUAL_MARGIN_SHARE }: Setting, floor: number): number {
  return leader.trial.score > floor + ERRATIC_POINTS ? USUAL_MARGIN_SHARE : marginShare;
}
