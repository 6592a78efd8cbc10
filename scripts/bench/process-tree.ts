import { readIfExists } from '../install/read-if-exists.mjs'

// /proc reports CPU time in ticks of 10 ms (USER_HZ).
const microsPerTick = 10_000

/** Lists the process and its descendants, parents first. Without /proc the list has only the process itself. */
export function listProcessTree(pid: number): number[] {
  const children = readIfExists(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => listProcessTree(Number(child)))]
}

/** Returns the CPU time of a process and its descendants, including ended ones. It is NaN without /proc. */
export function readCpuMicros(pid: number): number {
  return listProcessTree(pid).reduce((sum, each) => sum + readOwnCpuMicros(each), 0)
}

export function readResidentMegabytes(pid: number): number {
  return parseMegabytes(readStatus(pid), 'VmRSS')
}

/**
 * Returns the memory of a process and its descendants: the private memory of each, plus the shared memory and files once.
 */
export function readTreeMegabytes(pid: number): number {
  const statuses = listProcessTree(pid).map(readStatus)
  const parse = (field: string) => statuses.map((status) => parseMegabytes(status, field))
  const own = parse('RssAnon').reduce((sum, megabytes) => sum + megabytes, 0)
  return own + Math.max(...parse('RssFile')) + Math.max(...parse('RssShmem'))
}

export function readParentPid(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readStatus(pid))?.[1])
}

const readStatus = (pid: number) => readIfExists(`/proc/${pid}/status`)

function parseMegabytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}

function readOwnCpuMicros(pid: number): number {
  // The process name may contain spaces. Fields 12 to 15 after it are user and system time, of the process and its ended
  // children.
  const fields = readIfExists(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  const ticks = [11, 12, 13, 14].map((index) => Number(fields[index]))
  return ticks.reduce((sum, each) => sum + each, 0) * microsPerTick
}
