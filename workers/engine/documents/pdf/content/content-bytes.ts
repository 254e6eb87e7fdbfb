import { concatBytes } from '../../../base/bytes.ts';
import { isEngineError } from '../../../api/errors.ts';
import type { PdfDict, PdfStream } from '../model/objects.ts';
import { contentRefs } from '../model/pages.ts';
import type { PdfJob } from '../flow/pdf-job.ts';

/** Unpacked contents; those of forms, which are read often, are kept. */
export class ContentBytes {
  private readonly job: PdfJob;
  private readonly onUnreadable: () => void;
  private readonly known = new Map<PdfStream, Promise<Uint8Array | undefined>>();

  /** @param onUnreadable called when a content cannot be read */
  constructor(job: PdfJob, onUnreadable: () => void) {
    this.job = job;
    this.onUnreadable = onUnreadable;
  }

  /** @returns undefined when it cannot be read @throws EngineError "limit-exceeded" */
  of(stream: PdfStream): Promise<Uint8Array | undefined> {
    let bytes = this.known.get(stream);
    if (!bytes) {
      bytes = this.decode(stream);
      if (stream.dict.has('BBox')) this.known.set(stream, bytes);
    }
    return bytes;
  }

  /** The contents of a page as one, with the streams that could be read. @throws EngineError "limit-exceeded" */
  async ofPage(page: PdfDict): Promise<{ bytes: Uint8Array; streams: PdfStream[] }> {
    const parts: Uint8Array[] = [];
    const streams: PdfStream[] = [];
    for (const ref of contentRefs(this.job.document, page)) {
      const stream = this.job.document.stream(ref);
      const bytes = stream && (await this.of(stream));
      if (!bytes) continue;
      parts.push(bytes, LINE_FEED);
      streams.push(stream);
    }
    // The usual page has one stream, which needs no copy.
    return { bytes: streams.length === 1 ? parts[0]! : concatBytes(parts), streams };
  }

  private async decode(stream: PdfStream): Promise<Uint8Array | undefined> {
    try {
      return (await this.job.decode(stream)).bytes;
    } catch (error) {
      if (!isEngineError(error) || error.code === 'limit-exceeded') throw error;
      this.onUnreadable();
      return undefined;
    }
  }
}

const LINE_FEED = Uint8Array.of(10);
