declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  const create: (options: { print: () => void; printErr: () => void }) => Promise<unknown>;
  export default create;
}
