import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SerialQueue } from './serial-queue.ts'

/** More at once would keep everyone else waiting for too long. */
const mostTogether = 20

interface Member {
  work: () => Promise<unknown>
  resolve: (result: unknown) => void
  reject: (reason: unknown) => void
}

interface Steps {
  inTurn: SerialQueue
  begin: () => Promise<void>
  commit: () => void
  rollback: () => void
}

/**
 * Transactions that wait at the same time are committed together, and wait for the disk once. Only then does
 * anyone hear of success.
 */
export function groupCommit({ inTurn, begin, commit, rollback }: Steps) {
  let gathering: Member[] | undefined

  /** Where one fails, none of them has happened: each is tried by itself then. */
  async function run(members: Member[]): Promise<void> {
    await begin()
    try {
      const results: unknown[] = []
      for (const { work } of members) results.push(await work())
      commit()
      for (const [index, { resolve }] of members.entries()) resolve(results[index])
    } catch (error) {
      rollback()
      if (members.length === 1) members[0]?.reject(error)
      else for (const member of members) await run([member])
    }
  }

  function startGathering(): Member[] {
    const members: Member[] = []
    gathering = members
    void inTurn(async () => {
      // Whoever comes in the same turn of the event loop comes along.
      await nextTurn()
      if (gathering === members) gathering = undefined
      await run(members).catch((error) => {
        for (const { reject } of members) reject(error)
      })
    })
    return members
  }

  return {
    transaction<Result>(work: () => Promise<Result>): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const open = gathering && gathering.length < mostTogether ? gathering : startGathering()
      open.push({ work, resolve, reject })
      return promise as Promise<Result>
    },

    /** What is queued next must not be overtaken by a transaction that comes after it. */
    closeGroup() {
      gathering = undefined
    },
  }
}
