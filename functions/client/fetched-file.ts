/** A body that can be taken once, in the form that suits. */
export class FetchedFile {
  readonly #body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Of the answer that it came with. */
  readonly headers: Headers;
  /** As the server calls it: `featherpress_` and the original name. */
  readonly fileName: string;

  constructor(body: ReadableStream<Uint8Array<ArrayBuffer>>, headers: Headers) {
    this.#body = body;
    this.headers = headers;
    this.fileName = fileNameIn(headers.get('content-disposition') ?? '') ?? 'featherpress_file';
  }

  /** The bytes as they come. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#body;
  }

  /** All bytes. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await new Response(this.#body).arrayBuffer());
  }

  /** All bytes as a Blob of the right type, for `URL.createObjectURL` and forms. */
  async blob(): Promise<Blob> {
    const type = this.headers.get('content-type') ?? '';
    return new Response(this.#body, { headers: { 'Content-Type': type } }).blob();
  }
}

/** Source: RFC 6266; the encoded form comes first. */
function fileNameIn(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1');
}
