import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isRunning } from '#tests/support/child-processes.ts'
import { fourColorImage, heicFile } from '#tests/support/photo-files.ts'
import { createPhotoDecoder, decodePhoto } from './photo-decoder.ts'
import { processPhoto } from './process-photo.ts'

const support = join(import.meta.dirname, '../../../tests/support')
const program = join(support, 'scripted-decoder.ts')
const photo = await fourColorImage(700, 400).jpeg().toBuffer()

/** Opens a decoder with the scripted program. `report` resolves to what the program reports about itself. */
function openScripted(options: { maxMs?: number; maxIdleMs?: number } = {}) {
  const decode = createPhotoDecoder({ program, ...options })
  const send = (text: string, signal?: AbortSignal) => decode('process', Buffer.from(text), signal)
  const report = async () => {
    const reply = await send('report')
    const program = reply as unknown as { pid: number; env: Record<string, string> }
    onTestFinished(() => killIfRunning(program.pid))
    return program
  }
  return { send, report }
}

const unreadable = {
  code: 'bad_request',
  message: "We can't read this photo. Open it, save it as a new JPEG and try again.",
}

/** Kills a program that hangs, because it would keep a failed test from ending. */
function killIfRunning(pid: number) {
  if (isRunning(pid)) process.kill(pid, 'SIGKILL')
}

describe('decodePhoto', () => {
  it('processes and hashes a file as this process would', async () => {
    const expected = await processPhoto(photo)
    expect(await decodePhoto('process', photo)).toEqual(expected)
    expect(await decodePhoto('hash', photo)).toEqual(expected.hash)
  })

  it('refuses a file with the same error', async () => {
    await expect(decodePhoto('process', heicFile())).rejects.toMatchObject({
      code: 'wrong_type',
      message: expect.stringContaining('HEIC'),
    })
  })
})

describe('a decoder process', () => {
  it('lets requests go first on a busy processor', async () => {
    const { report } = openScripted()
    expect(getPriority((await report()).pid)).toBe(Math.min(19, getPriority() + 10))
  })

  it('is used again, and is not told the settings of the server', async () => {
    const { report } = openScripted()
    const [first, second] = [await report(), await report()]
    expect(second.pid).toBe(first.pid)
    const setByShellOrNode = /^(PWD|OLDPWD|SHLVL|_|__CF_.*|NODE_CHANNEL_.*)$/
    const names = Object.keys(first.env).filter((name) => !setByShellOrNode.test(name))
    expect(names).toEqual(['MALLOC_ARENA_MAX'])
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'outlives %s, which a terminal sends to it and to its server',
    async (signal) => {
      const { report } = openScripted()
      const { pid } = await report()
      process.kill(pid, signal)
      expect((await report()).pid).toBe(pid)
    },
  )

  it('is started for each of several files at a time', async () => {
    const { report } = openScripted()
    const [one, other] = await Promise.all([report(), report()])
    expect(one.pid).not.toBe(other.pid)
  })

  it('is killed when a file takes too long, in JavaScript or in native code', async () => {
    const { send, report } = openScripted({ maxMs: 5_000 })
    const started = await Promise.all([report(), report()])
    const pids = started.map(({ pid }) => pid)
    const files = ['block', 'decode for hours'].map((text) => send(text))
    for (const file of files) {
      await expect(file).rejects.toMatchObject({
        code: 'bad_request',
        message: 'This photo takes too long to read. Open it, save it as a new JPEG and try again.',
      })
    }
    await expect.poll(() => pids.some(isRunning)).toBe(false)
    expect(pids).not.toContain((await report()).pid)
  })

  it.runIf(process.platform === 'linux')('has a limit of memory', async () => {
    const { send } = openScripted()
    await expect(send('allocate')).rejects.toMatchObject(unreadable)
  })

  it('is replaced after a crash', async () => {
    const { send, report } = openScripted()
    const { pid } = await report()
    await expect(send('crash')).rejects.toMatchObject(unreadable)
    expect((await report()).pid).not.toBe(pid)
  })

  it('is killed when its upload is cut off', async () => {
    const { send, report } = openScripted()
    const { pid } = await report()
    const client = new AbortController()
    const upload = send('block', client.signal)
    client.abort(new Error('cut off'))
    await expect(upload).rejects.toThrow('cut off')
    await expect.poll(() => isRunning(pid)).toBe(false)
    await expect(send('report', client.signal)).rejects.toThrow('cut off')
  })

  it('ends when there was nothing to do for a while', async () => {
    const { report } = openScripted({ maxIdleMs: 1 })
    const { pid } = await report()
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  it('that does not start is a fault of the server', async () => {
    const decode = createPhotoDecoder({ program: join(support, 'no-such-program.ts') })
    await expect(decode('process', photo)).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: 'the photo decoder ended with code 1' },
    })
  })

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'ends with its server, also in the middle of a file and by %s',
    async (signal) => {
      const server = spawn(process.execPath, [join(support, 'decoding-server.ts')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [line] = await once(createInterface(server.stdout), 'line')
      const pid = Number(line)
      onTestFinished(() => killIfRunning(pid))
      server.kill(signal)
      await once(server, 'exit')
      await expect.poll(() => isRunning(pid)).toBe(false)
    },
  )
})
