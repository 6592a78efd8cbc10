import { isDeepStrictEqual } from 'node:util'

/** What a student would notice of a listing. */
export interface Saved {
  title: string
  price: number
  photos: string[]
}

type Found = Saved & { id: number }
/** Undefined: it is deleted. */
type State = Saved | undefined

interface Entry {
  certain: State
  /** A change that was asked for and never answered may have happened or not. */
  possible?: { state: State }
}

/** What one student was told, to be compared with what is there. */
export function createLedger() {
  const entries = new Map<number, Entry>()
  const unanswered = new Map<string, Saved>()

  return {
    /** Asks for a change; only an answer makes it certain. */
    async change(id: number, state: State, ask: () => Promise<void>) {
      const entry = entries.get(id) ?? { certain: undefined }
      entries.set(id, { ...entry, possible: { state } })
      await ask()
      entries.set(id, { certain: state })
    },

    async create(saved: Saved, ask: () => Promise<number>) {
      unanswered.set(saved.title, saved)
      const id = await ask()
      unanswered.delete(saved.title)
      entries.set(id, { certain: saved })
    },

    living: () =>
      [...entries].flatMap(([id, { certain }]) => (certain ? [{ id, ...certain }] : [])),

    /** Every difference in a sentence; what was uncertain is settled by what is there. */
    compare(found: Found[]): string[] {
      const problems: string[] = []
      const there = new Map(
        found.map(({ id, title, price, photos }) => [id, { title, price, photos }]),
      )
      for (const [id, { certain, possible }] of entries) {
        const actual = there.get(id)
        const expected = possible ? [certain, possible.state] : [certain]
        if (!expected.some((state) => isDeepStrictEqual(state, actual))) {
          problems.push(`listing ${id} is ${told(actual)}, not ${expected.map(told).join(' or ')}`)
        }
        entries.set(id, { certain: actual })
      }
      for (const [id, actual] of there) {
        if (entries.has(id)) continue
        if (!isDeepStrictEqual(unanswered.get(actual.title), actual)) {
          problems.push(`listing ${id} is ${told(actual)}, which nobody asked for`)
        }
        entries.set(id, { certain: actual })
      }
      unanswered.clear()
      return problems
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>

const told = (state: State) => (state ? JSON.stringify(state) : 'not there')
