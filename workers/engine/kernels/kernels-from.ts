/** Compiled modules by their text. */
const MODULES = new Map<string, WebAssembly.Module>();

/**
 * A new instance of kernels.
 * @param text    a constant of `compiled/`
 * @param memory  that they work in
 * @param tuning  numbers that they import [none]
 * @returns what they export
 */
export function kernelsFrom<Kernels>(
  text: string,
  memory: WebAssembly.Memory,
  tuning: Readonly<Record<string, number>> = {},
): Kernels {
  let module = MODULES.get(text);
  if (!module) {
    module = new WebAssembly.Module(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)));
    MODULES.set(text, module);
  }
  return new WebAssembly.Instance(module, { env: { memory }, tuning }).exports as Kernels;
}
