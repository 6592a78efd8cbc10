import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The processes that a process started and that still run. */
export function childrenOf(parent: number | undefined): number[] {
  return runningProcesses()
    .filter((child) => child.parent === parent)
    .map(({ pid }) => pid)
}

/** From /proc where there is one: a small Linux has no `ps`. */
function runningProcesses(): { pid: number; parent: number }[] {
  if (!existsSync('/proc/self/stat')) {
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    return table.trim().split('\n').map(pair)
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const parent = parentOf(pid)
      return parent === undefined ? [] : [{ pid: Number(pid), parent }]
    })
}

function pair(line: string) {
  const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number)
  return { pid, parent }
}

/** A process may be gone before its entry is read, or be dead and waiting for its parent to look. */
function parentOf(pid: string): number | undefined {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    const [state, parent] = afterName.split(' ')
    return state === 'Z' ? undefined : Number(parent)
  } catch {
    return undefined
  }
}
