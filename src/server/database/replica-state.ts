import { DatabaseUnavailable } from './database.ts'

/** A replica further behind is left out. */
const mostBehindMs = 1_000

/** What is known of how far a replica has come: positions in the primary's log, and counters it has seen. */
export function replicaState() {
  let written: { lsn: bigint; at: number }[] = []
  /** The replica has everything that was written up to here. */
  let completeAt = Number.NEGATIVE_INFINITY
  const counted = new Map<string, number>()
  const asking = new Map<string, Promise<number>>()
  let tell: (inUse: boolean) => void = () => {}
  let told = false

  const isFresh = () => performance.now() - completeAt < mostBehindMs

  /** One question at a time for each counter, however many wait for its answer. */
  function ask(name: string, question: (name: string) => Promise<number>): Promise<number> {
    const going = asking.get(name)
    if (going) return going
    const asked = question(name).finally(() => asking.delete(name))
    asking.set(name, asked)
    return asked
  }

  function failed(error: unknown) {
    if (error instanceof DatabaseUnavailable) completeAt = Number.NEGATIVE_INFINITY
    // The next connection may lead to another replica, restored from an older copy.
    counted.clear()
  }

  return {
    primaryHasWritten(lsn: string, at: number) {
      written = [
        ...written.filter((mark) => at - mark.at < mostBehindMs),
        { lsn: toNumber(lsn), at },
      ]
    },
    replicaHasReplayed(lsn: string) {
      const reached = toNumber(lsn)
      const last = written.findLast((mark) => mark.lsn <= reached)
      if (last) completeAt = last.at
    },
    failed,
    /** Whether reads may go to the replica for what a counter counts. */
    async hasCounted(name: string, value: number, question: (name: string) => Promise<number>) {
      if (!isFresh()) return false
      if ((counted.get(name) ?? -1) >= value) return true
      try {
        const there = await ask(name, question)
        counted.set(name, there)
        return there >= value
      } catch (error) {
        failed(error)
        return false
      }
    },
    onChange(listener: (inUse: boolean) => void) {
      tell = listener
    },
    tellChange() {
      if (isFresh() === told) return
      told = !told
      tell(told)
    },
  }
}

/** "16/B374D848": two halves of a position, in hexadecimal digits. */
function toNumber(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
