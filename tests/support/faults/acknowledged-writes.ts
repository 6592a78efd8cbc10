import { isDeepStrictEqual } from 'node:util'

/** The fields of a listing that are compared. */
export interface Saved {
  title: string
  price: number
  photos: string[]
}

type StoredListing = Saved & { id: number }
/** Undefined: it is deleted. */
type State = Saved | undefined

interface Entry {
  acknowledged: State
  /** A change without a response: it may have been committed or not. */
  pending?: { state: State }
}

/** Records the writes a server acknowledged to one student, to be compared with what it stores. */
export function trackAcknowledgedWrites() {
  const entries = new Map<number, Entry>()
  const pendingCreates = new Map<string, Saved>()

  return {
    /** The change is pending until `send` resolves. */
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

    /** Describes every difference; pending changes are settled by what is stored. */
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
