/** In seconds: elapsed, and of this process. */
export async function timeWork(
  work: () => Promise<unknown>,
): Promise<{ elapsed: number; cpu: number }> {
  const [started, cpuBefore] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(cpuBefore)
  return { elapsed: (performance.now() - started) / 1_000, cpu: (user + system) / 1e6 }
}
