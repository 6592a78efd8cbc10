import { DatabaseUnavailable } from './database.ts'

/** A replica that lags further behind is not used. */
const maxLagMs = 1_000

/** Tracks how far a replica has replayed the primary's write-ahead log, and which category versions it has. */
export function createReplicaState() {
  let primaryPositions: { lsn: bigint; at: number }[] = []
  /** The replica has everything the primary had written by this time. */
  let replayedUntil = Number.NEGATIVE_INFINITY
  const versions = new Map<string, number>()
  const inFlight = new Map<string, Promise<number>>()
  let onChange: (isInUse: boolean) => void = () => {}
  let reportedInUse = false

  const isFresh = () => performance.now() - replayedUntil < maxLagMs

  /** Coalesces concurrent reads of the same category's version. */
  function readOnce(category: string, read: (category: string) => Promise<number>) {
    const pending = inFlight.get(category)
    if (pending) return pending
    const promise = read(category).finally(() => inFlight.delete(category))
    inFlight.set(category, promise)
    return promise
  }

  function recordFailure(error: unknown) {
    if (error instanceof DatabaseUnavailable) replayedUntil = Number.NEGATIVE_INFINITY
    // The next connection may reach another replica, restored from an older copy.
    versions.clear()
  }

  return {
    recordPrimaryPosition(lsn: string, at: number) {
      primaryPositions = [
        ...primaryPositions.filter((position) => at - position.at < maxLagMs),
        { lsn: parseLsn(lsn), at },
      ]
    },
    recordReplayPosition(lsn: string) {
      const replayed = parseLsn(lsn)
      const last = primaryPositions.findLast((position) => position.lsn <= replayed)
      if (last) replayedUntil = last.at
    },
    recordFailure,
    /** Whether the replica may serve reads that need at least this version of the category. */
    async hasVersion(
      category: string,
      version: number,
      read: (category: string) => Promise<number>,
    ): Promise<boolean> {
      if (!isFresh()) return false
      if ((versions.get(category) ?? -1) >= version) return true
      try {
        const replicated = await readOnce(category, read)
        versions.set(category, replicated)
        return replicated >= version
      } catch (error) {
        recordFailure(error)
        return false
      }
    },
    onChange(listener: (isInUse: boolean) => void) {
      onChange = listener
    },
    reportChange() {
      if (isFresh() === reportedInUse) return
      reportedInUse = !reportedInUse
      onChange(reportedInUse)
    },
  }
}

/** A log sequence number such as "16/B374D848": two 32-bit halves in hexadecimal. */
function parseLsn(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
