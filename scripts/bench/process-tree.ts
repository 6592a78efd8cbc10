import { readIfExists } from '../read-if-exists.mjs'

// /proc reports CPU time in ticks of 10 ms (USER_HZ).
const microsPerTick = 10_000

/** The process and its descendants, parents first; without /proc only itself. */
export function listProcessTree(pid: number): number[] {
  const children = readIfExists(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => listProcessTree(Number(child)))]
}

/** CPU time of a process and its descendants; NaN without /proc. */
export function readCpuMicros(pid: number): number {
  return listProcessTree(pid).reduce((sum, each) => sum + readOwnCpuMicros(each), 0)
}

export function readResidentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readIfExists(`/proc/${pid}/status`))?.[1]
  return Number(kilobytes ?? Number.NaN) / 1024
}

function readOwnCpuMicros(pid: number): number {
  // The name may contain spaces; after it, user and system time are the 12th and 13th fields.
  const fields = readIfExists(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * microsPerTick
}
