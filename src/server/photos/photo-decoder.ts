import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { secondMs } from '../durations.ts'
import { AppError, temporarilyUnavailable } from '../errors.ts'
import type {
  DecoderReply,
  DecoderRequest,
  DecoderResults,
  DecoderTask,
} from './decoder-requests.ts'
import type { Drawing } from './process-logo.ts'

interface PhotoDecoderOptions {
  /** The program of the child process. Tests pass programs that hang or crash. */
  program?: string
  /** How long a file may take, including the start of a process. */
  maxMs?: number
  /** How long an idle process waits for the next file. Its memory is freed when it ends. */
  maxIdleMs?: number
}

interface Decoder {
  child: ChildProcess
  isReady: boolean
}

/**
 * Decodes files in child processes. sharp decodes in native code, which neither its timeout nor the end of a worker
 * thread interrupts, and a crafted file can take minutes. A process can be killed, and its memory is not the server's.
 *
 * Processes start when they are needed. The caller limits how many files are decoded at a time.
 */
export function createPhotoDecoder({
  program = join(import.meta.dirname, 'decoder-process.ts'),
  maxMs = 20 * secondMs,
  maxIdleMs = 30 * secondMs,
}: PhotoDecoderOptions = {}) {
  const idle = new Map<Decoder, NodeJS.Timeout>()

  /** Decodes a file. When `signal` aborts, the process is killed and the promise rejects with the signal's reason. */
  return async function decode<Task extends DecoderTask>(
    task: Task,
    bytes: Buffer,
    signal?: AbortSignal,
    drawing?: Drawing,
  ): Promise<DecoderResults[Task]> {
    signal?.throwIfAborted()
    const timeout = AbortSignal.timeout(maxMs)
    const decoder = takeIdle() ?? startDecoder(program)
    let reply: DecoderReply
    try {
      reply = await ask(
        decoder,
        { task, bytes, drawing },
        AbortSignal.any([timeout, signal ?? timeout]),
      )
    } catch (error) {
      decoder.child.kill('SIGKILL')
      signal?.throwIfAborted()
      if (!decoder.isReady) throw temporarilyUnavailable(error)
      throw cannotDecode(timeout.aborted ? 'This photo takes too long to read.' : crashed, error)
    }
    keepIdle(decoder)
    if ('refusal' in reply) throw new AppError(reply.refusal.code, reply.refusal.message)
    if ('failure' in reply) throw new Error(reply.failure)
    return reply.result as DecoderResults[Task]
  }

  function takeIdle(): Decoder | undefined {
    for (const [decoder, timer] of idle) {
      clearTimeout(timer)
      idle.delete(decoder)
      if (!decoder.child.connected) continue
      decoder.child.ref()
      decoder.child.channel?.ref()
      return decoder
    }
    return undefined
  }

  function keepIdle(decoder: Decoder) {
    const { child } = decoder
    const end = () => {
      idle.delete(decoder)
      child.kill('SIGKILL')
    }
    idle.set(decoder, setTimeout(end, maxIdleMs).unref())
    // This lets a script exit once its photos are saved.
    child.unref()
    child.channel?.unref()
  }
}

/** The decoder that all apps in this process share. */
export const decodePhoto = createPhotoDecoder()

/**
 * The limit of the data segment, in KB. Node reserves 550 MB of it without using them. The largest photos, AVIF files
 * of 40 megapixels, need the rest.
 */
const maxDataKilobytes = 1_450_000

/** The environment of the decoder. It is not that of the server, which holds passwords. */
const decoderEnvironment = {
  // Otherwise each thread of glibc would keep memory of its own.
  MALLOC_ARENA_MAX: '2',
}

function startDecoder(program: string): Decoder {
  const command = [process.execPath, program]
  // Only Linux enforces this limit; failures elsewhere are ignored. With `nice`, pages and messages go first.
  const limited = ['-c', `ulimit -d ${maxDataKilobytes} 2>&-; exec nice "$0" "$@"`, ...command]
  const [file = '', ...args] = process.platform === 'win32' ? command : ['/bin/sh', ...limited]
  const child = spawn(file, args, {
    env: decoderEnvironment,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Messages are sent by structured clone, because JSON would turn bytes into text.
    serialization: 'advanced',
  })
  // The caller that waits for a message gets this error too. Without a listener, the error would end the server.
  child.on('error', () => {})
  return { child, isReady: false }
}

async function ask(decoder: Decoder, request: DecoderRequest, limit: AbortSignal) {
  if (!decoder.isReady) await nextMessage(decoder.child, limit)
  decoder.isReady = true
  decoder.child.send(request, () => {})
  return (await nextMessage(decoder.child, limit)) as DecoderReply
}

/** Waits for a message. Rejects if the process ends or the limit is reached. */
async function nextMessage(child: ChildProcess, limit: AbortSignal): Promise<unknown> {
  const done = new AbortController()
  const signal = AbortSignal.any([limit, done.signal])
  const exit = once(child, 'exit', { signal }).then(([code, killedBy]) => {
    throw new Error(`the photo decoder ended with ${killedBy ?? `code ${code}`}`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), exit])
    return message
  } finally {
    done.abort()
  }
}

/** Tells the student that the file made the decoder crash, or needs more memory than the decoder may use. */
const crashed = "We can't read this photo."

const cannotDecode = (problem: string, cause: unknown) =>
  new AppError('bad_request', `${problem} Open it, save it as a new JPEG and try again.`, { cause })
