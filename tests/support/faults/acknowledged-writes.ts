import { isDeepStrictEqual } from 'node:util'

/** The fields of a listing that the tests compare. */
export interface Saved {
  title: string
  price: number
  photos: string[]
}

type StoredListing = Saved & { id: number }
/** The state of a listing. Undefined means that it is deleted. */
type State = Saved | undefined

interface Entry {
  acknowledged: State
  /** A change without a response. The server may or may not have committed it. */
  pending?: { state: State }
}

/** Records the writes that a server acknowledged to one student, to compare them with what it stores. */
export function trackAcknowledgedWrites() {
  const entries = new Map<number, Entry>()
  const pendingCreates = new Map<string, Saved>()

  return {
    /** Records a change. It is pending until `send` resolves. */
    async change(id: number, state: State, send: () => Promise<void>) {
      const entry = entries.get(id) ?? { acknowledged: undefined }
      entries.set(id, { ...entry, pending: { state } })
      await send()
      entries.set(id, { acknowledged: state })
    },

    async create(saved: Saved, send: () => Promise<number>) {
      pendingCreates.set(saved.title, saved)
      const id = await send()
      pendingCreates.delete(saved.title)
      entries.set(id, { acknowledged: saved })
    },

    currentListings: () =>
      [...entries].flatMap(([id, { acknowledged }]) =>
        acknowledged ? [{ id, ...acknowledged }] : [],
      ),

    /** Describes every difference. What is stored decides about pending changes. */
    compare(stored: StoredListing[]): string[] {
      const problems: string[] = []
      const storedById = new Map(
        stored.map(({ id, title, price, photos }) => [id, { title, price, photos }]),
      )
      for (const [id, { acknowledged, pending }] of entries) {
        const actual = storedById.get(id)
        const expected = pending ? [acknowledged, pending.state] : [acknowledged]
        if (!expected.some((state) => isDeepStrictEqual(state, actual))) {
          problems.push(
            `listing ${id} is ${describeState(actual)}, not ${expected.map(describeState).join(' or ')}`,
          )
        }
        entries.set(id, { acknowledged: actual })
      }
      for (const [id, actual] of storedById) {
        if (entries.has(id)) continue
        if (!isDeepStrictEqual(pendingCreates.get(actual.title), actual)) {
          problems.push(`listing ${id} is ${describeState(actual)}, which was never sent`)
        }
        entries.set(id, { acknowledged: actual })
      }
      pendingCreates.clear()
      return problems
    },
  }
}

const describeState = (state: State) => (state ? JSON.stringify(state) : 'not there')
