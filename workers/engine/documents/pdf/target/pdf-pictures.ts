import type {
  FitRequest,
  DocumentPictures,
  PicturePlan,
  PictureVersion,
} from '../../pictures/plan-by-effort.ts';
import { settingsAt } from '../../pictures/effort.ts';
import { MAX_EFFORTS, MAX_JPEG_FLOOR_POINTS } from '../../pictures/tuning.ts';
import type { BuildContext } from '../flow/build-verified.ts';
import type { PictureSettings } from '../images/encode/picture-settings.ts';
import { PicturePlanner } from '../images/plan/plan-pictures.ts';
import type { PlannedPicture, SkippedPicture } from '../images/plan/planned-picture.ts';
import type { PdfStream } from '../model/objects.ts';
import { pictureNumbers } from '../model/picture-streams.ts';
import { OBJECT_CHARS } from '../writing/file-layout.ts';

/** What becomes of a picture of a PDF. */
export interface PdfVersion extends PictureVersion {
  /** Undefined where our own code failed. */
  readonly planned: PlannedPicture | SkippedPicture | undefined;
}

/** The pictures of a PDF, by object number, for the search for a size. */
export class PdfPictures implements DocumentPictures<number, PdfVersion> {
  readonly otherBytes: number;
  private readonly build: BuildContext;
  private readonly numbers: readonly number[];
  private encoded = 0;

  /** @param fileBytes of the document with the pictures of its source */
  constructor(build: BuildContext, fileBytes: number) {
    this.build = build;
    this.numbers = pictureNumbers(build.job.document);
    this.otherBytes = this.numbers.reduce((bytes, num) => bytes - this.sourceBytesOf(num), fileBytes);
  }

  get count(): number {
    return this.numbers.length;
  }

  async encode(effort: number): Promise<PicturePlan<number, PdfVersion>> {
    const { steps, signal, onProgress } = this.build.job.context;
    const settings = effort === 0 ? { floor: 100, dpi: Infinity } : lossySettings(effort);
    const planner = this.newPlanner();
    const plan = new Map<number, PdfVersion>();
    onProgress(0.3 + 0.5 * Math.min(1, this.encoded++ / MAX_EFFORTS));
    for (const num of this.numbers) {
      signal.throwIfAborted();
      const planned = await steps.timed('pictures', () => planner.plan(num, settings));
      plan.set(num, this.versionOf(num, planned));
    }
    return plan;
  }

  async fit(
    num: number,
    { efforts, mostBytes, leastBytes, leastScore }: FitRequest<PdfVersion>,
  ): Promise<PdfVersion | null> {
    const settings = efforts.map(lossySettings);
    const within = {
      mostBytes: mostBytes - OBJECT_CHARS,
      leastBytes: leastBytes - OBJECT_CHARS,
      leastScore,
    };
    const { steps } = this.build.job.context;
    const fitted = await steps.timed('pictures', () => this.newPlanner().fit(num, { ...within, settings }));
    return fitted ? this.versionOf(num, fitted) : null;
  }

  isSpent(): boolean {
    return this.build.job.context.budget.isSpent;
  }

  private newPlanner(): PicturePlanner {
    return new PicturePlanner(this.build);
  }

  private versionOf(num: number, planned: PdfVersion['planned']): PdfVersion {
    if (!planned || 'skip' in planned) return { planned, bytes: this.sourceBytesOf(num), score: null };
    const bytes = this.sourceBytesOf(num) - planned.savedBytes + OBJECT_CHARS;
    return { planned, bytes, score: planned.score ?? null };
  }

  private sourceBytesOf(num: number): number {
    return (this.build.job.document.objects.get(num) as PdfStream).data.length;
  }
}

/** Settings with which a picture is to lose something at any effort. */
function lossySettings(effort: number): PictureSettings {
  if (effort === 0) return { floor: MAX_JPEG_FLOOR_POINTS, dpi: Infinity, isForTarget: true };
  const { floor, density } = settingsAt(effort, 'pdfImageDpi');
  return { floor: Math.min(MAX_JPEG_FLOOR_POINTS, floor), dpi: density, isForTarget: true };
}
