/** What work brings, and the CPU seconds that this process takes meanwhile. */
export async function withCpuSeconds<T>(work: () => T | Promise<T>) {
  const before = process.cpuUsage();
  const made = await work();
  const { user, system } = process.cpuUsage(before);
  return { made, cpuSeconds: (user + system) / 1e6 };
}
