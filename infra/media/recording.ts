import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

interface Frame {
  readonly file: string;
  readonly seconds: number;
}
interface Caption {
  readonly seconds: number;
  readonly text: string;
}

/** Waiting for the compression may fill this much of the film; what takes longer here is shown faster. */
const WAITING_AT_MOST_SECONDS = 9;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** ffmpeg's options for a film of the web: VP9, and H.264 for browsers without it. */
export const VP9 = '-c:v libvpx-vp9 -crf 36 -b:v 0 -cpu-used 5 -row-mt 1'.split(' ');
export const H264 = '-c:v libx264 -crf 27 -preset slow -movflags +faststart'.split(' ');

/** Collects frames as the browser paints them, and captions as the script speaks them. */
export class Recording {
  readonly frames: Frame[] = [];
  readonly captions: Caption[] = [];
  private start = 0;
  private end = 0;
  private wait = { from: 0, to: 0 };
  private readonly folder: string;
  private readonly size: Size;

  constructor(folder: string, size: Size) {
    this.folder = folder;
    this.size = size;
  }

  async begin(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    this.start = Date.now();
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      const file = join(this.folder, `${this.frames.length}.png`);
      writeFileSync(file, Buffer.from(data, 'base64'));
      this.frames.push({ file, seconds: (Date.now() - this.start) / 1000 });
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => {
        // The page has closed: there is nothing left to acknowledge.
      });
    });
    await session.send('Page.startScreencast', {
      format: 'png',
      maxWidth: this.size.width,
      maxHeight: this.size.height,
    });
  }

  say(text: string): void {
    this.captions.push({ seconds: this.now, text });
  }

  /** Everything that is painted until the work is done counts as waiting. */
  async waitFor(work: Promise<unknown>): Promise<void> {
    const from = this.now;
    await work;
    this.wait = { from, to: this.now };
  }

  finish(): void {
    this.end = Date.now();
  }

  /** Writes the film with ffmpeg. @param options of ffmpeg for the codec, then the file */
  encode(...options: string[]): void {
    const list = this.frames.map(({ file, seconds }, index) => {
      const next = this.frames[index + 1];
      const until = next ? this.shownAt(next.seconds) : this.length;
      return `file '${file}'\nduration ${Math.max(0.001, until - this.shownAt(seconds)).toFixed(3)}`;
    });
    const script = join(this.folder, 'frames.txt');
    // The last file is named twice: its duration counts only then (ffmpeg, "concat demuxer").
    writeFileSync(script, `${list.join('\n')}\nfile '${this.frames.at(-1)?.file}'\n`);
    const input = ['-y', '-v', 'error', '-f', 'concat', '-safe', '0', '-i', script];
    const { width, height } = this.size;
    const picture = ['-vf', `fps=15,scale=${width}:${height}`, '-pix_fmt', 'yuv420p', '-an'];
    execFileSync('ffmpeg', [...input, ...picture, ...options], { stdio: 'inherit' });
  }

  /** Seconds from begin to finish, as shown. */
  get length(): number {
    return this.shownAt((this.end - this.start) / 1000);
  }

  /** When something that happened after so many seconds is shown. */
  shownAt(seconds: number): number {
    const { from, to } = this.wait;
    const pace = Math.min(1, WAITING_AT_MOST_SECONDS / Math.max(to - from, 0.001));
    const waited = Math.min(Math.max(seconds - from, 0), to - from);
    return seconds - waited * (1 - pace);
  }

  private get now(): number {
    return (Date.now() - this.start) / 1000;
  }
}
