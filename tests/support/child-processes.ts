import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Returns the ids of the running child processes of a process. */
export function childProcessIds(parentId: number | undefined): number[] {
  return runningProcesses()
    .filter((child) => child.parentId === parentId)
    .map(({ id }) => id)
}

/** Returns whether a process is running. An ended process is not, even if nobody has waited for it yet. */
export function isRunning(processId: number): boolean {
  return runningProcesses().some(({ id }) => id === processId)
}

/** Lists the running processes. Reads /proc if it exists, because minimal Linux images have no `ps`. */
function runningProcesses(): { id: number; parentId: number }[] {
  if (!existsSync('/proc/self/stat')) {
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    return table.trim().split('\n').map(parsePsLine)
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      const parentId = readParentId(id)
      return parentId === undefined ? [] : [{ id: Number(id), parentId }]
    })
}

function parsePsLine(line: string) {
  const [id = 0, parentId = 0] = line.trim().split(/\s+/).map(Number)
  return { id, parentId }
}

/** Returns the parent's id, or undefined for a zombie and for a process that has just ended. */
function readParentId(id: string): number | undefined {
  try {
    const afterName = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1) ?? ''
    const [state, parentId] = afterName.split(' ')
    return state === 'Z' ? undefined : Number(parentId)
  } catch {
    return undefined
  }
}
