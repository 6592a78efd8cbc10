import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withLock } from './lock.mjs'

let folder: string
let file: string
let onWait: () => void

beforeEach(() => {
  onWait = vi.fn()
  folder = mkdtempSync(join(tmpdir(), 'quad-lock-'))
  file = join(folder, 'cache/build.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

const writeLock = (owner: number | undefined) => {
  const path = join(folder, 'build.lock')
  writeFileSync(path, String(owner))
  return path
}

describe('withLock', () => {
  it('runs one at a time', async () => {
    const order: string[] = []
    let finishFirst = () => {}
    const first = withLock(file, onWait, async () => {
      order.push('first starts')
      await new Promise<void>((resolve) => {
        finishFirst = resolve
      })
      order.push('first ends')
    })
    const second = withLock(
      file,
      () => finishFirst(),
      async () => {
        order.push('second starts')
      },
    )
    await Promise.all([first, second])
    expect(order).toEqual(['first starts', 'first ends', 'second starts'])
  })

  it('returns the result of the work, and releases the lock', async () => {
    expect(await withLock(file, onWait, async () => 7)).toBe(7)
    expect(existsSync(file)).toBe(false)
  })

  it('releases the lock when the work fails', async () => {
    const work = async () => {
      throw new Error('broken')
    }
    await expect(withLock(file, onWait, work)).rejects.toThrow('broken')
    expect(existsSync(file)).toBe(false)
  })

  it('takes over a lock whose owner died', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    await withLock(writeLock(pid), onWait, async () => {})
    expect(onWait).not.toHaveBeenCalled()
  })

  it('takes over a lock with the pid of this process, which does not hold it', async () => {
    await withLock(writeLock(process.pid), onWait, async () => {})
    expect(onWait).not.toHaveBeenCalled()
  })

  it('takes over a lock that expired, although its pid is alive', async () => {
    const path = writeLock(process.ppid)
    utimesSync(path, 1, 1)
    await withLock(path, onWait, async () => {})
    expect(onWait).not.toHaveBeenCalled()
  })

  it('waits for a live owner and calls onWait', async () => {
    const path = writeLock(process.ppid)
    await withLock(
      path,
      () => rmSync(path),
      async () => {},
    )
    expect(existsSync(path)).toBe(false)
  })
})
