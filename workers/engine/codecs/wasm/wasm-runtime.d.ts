declare module '@napi-rs/wasm-runtime' {
  export const emnapiAsyncWorkPlugin: unknown;
  export const emnapiTSFNPlugin: unknown;
  export class WASI {
    constructor(options: object);
  }
  export function instantiateNapiModule(
    module: WebAssembly.Module,
    options: object,
  ): Promise<{ napiModule: { exports: unknown } }>;
  export function instantiateNapiModuleSync(module: WebAssembly.Module, options: object): unknown;
  export class MessageHandler {
    constructor(options: object);
    handle(event: MessageEvent): void;
  }
}
