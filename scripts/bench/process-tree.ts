import { readFileSync } from 'node:fs'

// Linux counts processor time in ticks of 10 ms, whatever the kernel's own clock.
const microsInTick = 10_000

/** The process and all it started, parents first; on systems without /proc only itself. */
export function processTree(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => processTree(Number(child)))]
}

/** Processor time that a process and all it started have used; NaN where the system does not tell. */
export function cpuMicros(pid: number): number {
  return processTree(pid).reduce((sum, each) => sum + ownMicros(each), 0)
}

export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1]
  return Number(kilobytes ?? Number.NaN) / 1024
}

function ownMicros(pid: number): number {
  // After the name, which may hold spaces, user and system time are the 12th and 13th fields.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * microsInTick
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
