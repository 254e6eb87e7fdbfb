/** The name itself, or with a number before the extension when it is taken, whatever the case: "photo (2).jpg". It is then taken. */
export function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  // A dot at the start of a name is no extension's, nor is one in the name of a folder.
  const [stem, extension] =
    dot > name.lastIndexOf('/') + 1 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${stem} (${number})${extension}`;
  taken.add(free.toLowerCase());
  return free;
}
