declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  const create: () => Promise<unknown>;
  export default create;
}
