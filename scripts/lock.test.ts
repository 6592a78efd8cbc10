import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withLock } from './lock.mjs'

let folder: string
let file: string
let sayWaiting: () => void

beforeEach(() => {
  sayWaiting = vi.fn()
  folder = mkdtempSync(join(tmpdir(), 'quad-lock-'))
  file = join(folder, 'cache/build.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

const hold = (owner: string) => {
  const path = join(folder, 'build.lock')
  writeFileSync(path, owner)
  return path
}

describe('withLock', () => {
  it('lets one work at a time', async () => {
    const order: string[] = []
    let finishFirst = () => {}
    const first = withLock(file, sayWaiting, async () => {
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

  it('gives back what the work gives, and frees the lock', async () => {
    expect(await withLock(file, sayWaiting, async () => 7)).toBe(7)
    expect(existsSync(file)).toBe(false)
  })

  it('frees the lock when the work fails', async () => {
    const work = async () => {
      throw new Error('broken')
    }
    await expect(withLock(file, sayWaiting, work)).rejects.toThrow('broken')
    expect(existsSync(file)).toBe(false)
  })

  it('passes over a holder that died', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    await withLock(hold(String(pid)), sayWaiting, async () => {})
    expect(sayWaiting).not.toHaveBeenCalled()
  })

  it('passes over a holder whose number now belongs to this process', async () => {
    await withLock(hold(String(process.pid)), sayWaiting, async () => {})
    expect(sayWaiting).not.toHaveBeenCalled()
  })

  it('passes over a holder whose number belongs to another process by now', async () => {
    const path = hold(String(process.ppid))
    utimesSync(path, 1, 1)
    await withLock(path, sayWaiting, async () => {})
    expect(sayWaiting).not.toHaveBeenCalled()
  })

  it('waits for a living holder and says so', async () => {
    const path = hold(String(process.ppid))
    await withLock(
      path,
      () => rmSync(path),
      async () => {},
    )
    expect(existsSync(path)).toBe(false)
  })
})
