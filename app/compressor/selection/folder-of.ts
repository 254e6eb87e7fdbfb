const dropped = new WeakMap<File, string>();

/** Remembers where a dropped file lies. @param path from the root of what was dropped: "/trip/day 1/a.jpg" */
export function rememberPath(file: File, path: string): void {
  dropped.set(file, path);
}

/** The folders that a file came in, each with a slash behind it: "trip/day 1/". Empty for a file that came alone. */
export function folderOf(file: File): string {
  const path = file.webkitRelativePath || (dropped.get(file) ?? '');
  return path.replace(/^\/+/, '').replace(/[^/]*$/, '');
}
