import { describe, expect, it } from 'vitest'
import { run } from './run.mjs'

const program = (code: string) => run(process.execPath, ['-e', code], { stdio: 'ignore' })

describe('run', () => {
  it('resolves to the exit code', async () => {
    expect(await program('process.exit(3)')).toEqual({ code: 3, stopped: false })
  })

  it('forwards a signal, then removes its listeners', async () => {
    const before = process.listenerCount('SIGHUP')
    const ended = program('setInterval(() => {}, 1000)')
    process.emit('SIGHUP', 'SIGHUP')
    expect(await ended).toEqual({ code: 129, stopped: true })
    expect(process.listenerCount('SIGHUP')).toBe(before)
  })

  it('reports a program that a signal ended as stopped', async () => {
    expect(await program("process.kill(process.pid, 'SIGTERM')")).toEqual({
      code: 143,
      stopped: true,
    })
  })

  it('rejects when there is no such program', async () => {
    await expect(run('/no/such/program', [])).rejects.toThrow('ENOENT')
  })
})
