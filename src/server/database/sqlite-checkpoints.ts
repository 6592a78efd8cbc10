import { Worker } from 'node:worker_threads'
import sql from 'sql-template-tag'
import type { SqliteConnection } from './sqlite-connection.ts'

/** How many pages SQLite's log holds before they are copied into the database. It is SQLite's own default. */
const duePages = 1_000

/** Copying this many pages takes about 10 ms. A thread copies more. */
const maxPagesHere = 2_000

/** A long read, such as a backup, keeps pages in the log until it ends. A thread would find nothing to do before. */
const threadPauseMs = 5_000

const readLog = sql`PRAGMA wal_checkpoint(NOOP)`

export interface Checkpoints {
  /** Copies the log into the database if it is due. Call it after each commit. It never throws. */
  runIfDue(): void
  /** Resolves when no thread is copying. */
  settled(): Promise<void>
}

/**
 * Replaces SQLite's automatic checkpoints. During a backup the log of changes may grow to a million pages, because SQLite
 * cannot copy what a reader may still need. The first commit after it would then copy all of them, and hold the process
 * for seconds. So long logs are copied by a thread, beside which this process reads and writes.
 */
export function createCheckpoints(writer: SqliteConnection, path: string): Checkpoints {
  let thread: Promise<void> | undefined
  let nextThreadAt = 0

  function runIfDue() {
    if (thread) return
    const { log, checkpointed } = writer.get<{ log: number; checkpointed: number }>(readLog) ?? {
      log: 0,
      checkpointed: 0,
    }
    const pages = log - checkpointed
    if (pages < duePages) return
    if (pages <= maxPagesHere) writer.script('PRAGMA wal_checkpoint(PASSIVE)')
    else if (performance.now() >= nextThreadAt) thread = copyInThread(path).then(onEnd)
  }

  function onEnd() {
    thread = undefined
    nextThreadAt = performance.now() + threadPauseMs
  }

  return {
    runIfDue() {
      try {
        runIfDue()
      } catch {
        // The commit before it has succeeded. The next one tries again.
      }
    },
    settled: async () => thread,
  }
}

/** Resolves even after an error, such as a full disk: the pages stay in the log. */
function copyInThread(path: string): Promise<void> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      workerData: { path },
    })
    worker.on('error', () => undefined)
    worker.on('exit', () => resolve())
  })
}
