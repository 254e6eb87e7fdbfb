import { createHash, createHmac } from 'node:crypto';
import type { JobOptions } from '#engine/index.ts';
import type { DeliveryTargets } from '#platform/contracts/delivery-targets.ts';

/**
 * What a request asks for, as one short text: the files by name and content, in the order of the form, and the options. The
 * same for a request that is sent again, whose form has another boundary. Keyed, so that it says nothing about a file to
 * who does not have the key.
 */
export class RequestFingerprint {
  private readonly key: string;
  private readonly files: string[] = [];

  /** @param key the Idempotency-Key, which is not kept */
  constructor(key: string) {
    this.key = key;
  }

  /** Hands a file on and takes it in. @param position in the form */
  async *reading(
    position: number,
    fileName: string,
    bytes: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array, void, void> {
    const hash = createHmac('sha256', this.key);
    for await (const chunk of bytes) {
      hash.update(chunk);
      yield chunk;
    }
    this.files[position] = `${hash.digest('base64url')} ${fileName}`;
  }

  /** Takes in a file that is named by its address, which stands for its content. @param position in the form */
  note(position: number, url: string): void {
    this.files[position] = `${createHmac('sha256', this.key).update(url).digest('base64url')} url`;
  }

  /** Of the files that were read whole, with these options, and with what is to be delivered where. */
  of(options: JobOptions, targets?: DeliveryTargets): string {
    const sorted = Object.entries({ ...options, ...targets }).sort(([a], [b]) => (a < b ? -1 : 1));
    const text = JSON.stringify([this.files, sorted]);
    return createHash('sha256').update(text).digest('base64url');
  }
}
