declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  const create: (options: {
    print: () => void;
    printErr: () => void;
    instantiateWasm: (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => unknown,
    ) => unknown;
  }) => Promise<unknown>;
  export default create;
}
