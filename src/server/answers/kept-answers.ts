import type { CategoryId } from '#categories/index.ts'
import type { Encoding } from '../compression.ts'
import type { ListingCounters } from '../listings/listing-counter.ts'
import { type Answer, encodedAnswer } from './answer.ts'
import { createTwoPartCache } from './two-part-cache.ts'

export interface Asked {
  /** The same for the same question, and for no other. */
  key: string
  encoding: Encoding | undefined
  /** For a signed-in student: what they changed themselves must show at once. */
  fresh: boolean
  /** Whose listings the answer may hold. */
  categories: readonly CategoryId[]
  /** Who asks again in exactly these words means the same. */
  words?: string | undefined
}

export interface Made {
  answer: Answer
  /** Whose listings it does hold; null when it is good for this once only. */
  shows: readonly CategoryId[] | null
  /** How long it is good for though none of them changes; for good where it is not said. */
  forMs?: number
}

/** Makes an answer that knows of every change up to these counts, one for each category asked about. */
type Work = (counts: readonly number[]) => Promise<Made>

interface Kept {
  answer: Answer
  counts: [category: CategoryId, count: number][] | null
  until: number
}

interface Parts {
  counters: ListingCounters
  now: () => number
  bytes: number
  /** Larger answers are not kept. */
  most?: number
}

/** What keeping an answer takes beside its bytes: headers, tag and name, and a short one once more as a text. */
const frameBytes = 1_200

/** Finished answers for everyone alike, each good while the listings it shows stay as they are. */
export function createKeptAnswers({ counters, now, bytes, most = bytes / 64 }: Parts) {
  const cache = createTwoPartCache<Kept>(bytes)
  const namesByWords = createTwoPartCache<string>(bytes / 16)
  const making = new Map<string, Promise<Kept>>()

  let recalled = 0

  async function isCurrent({ counts, until }: Kept, asked: Asked): Promise<boolean> {
    if (until <= now()) return false
    for (const [category, count] of counts ?? []) {
      if ((await counters.read(category, asked)) !== count) return false
    }
    return true
  }

  function isKnownCurrent({ counts, until }: Kept): boolean {
    if (until <= now()) return false
    return counts?.every(([category, count]) => counters.known(category) === count) === true
  }

  async function keptOrMade(asked: Asked, work: Work): Promise<Kept> {
    const kept = cache.get(nameOf(asked))
    return kept && (await isCurrent(kept, asked)) ? kept : make(asked, work)
  }

  /** The counters are read first, or a change meanwhile would go unnoticed. */
  async function make(asked: Asked, work: Work): Promise<Kept> {
    const { categories, encoding, fresh } = asked
    const counts = await Promise.all(
      categories.map((category) => counters.read(category, { fresh })),
    )
    const name = nameOf(asked)
    // Whoever knows of a later change than those who wait does not wait with them.
    const turn = `${counts} ${name}`
    const underWay = making.get(turn)
    if (underWay) return underWay
    const made = encoding ? encoded(asked, encoding, work) : finished(asked, counts, work)
    making.set(turn, made)
    try {
      const kept = await made
      const size = kept.answer.body.length + name.length + frameBytes
      if (kept.counts && size <= most) cache.set(name, kept, size)
      return kept
    } finally {
      making.delete(turn)
    }
  }

  async function finished(asked: Asked, counts: number[], work: Work) {
    const begun = now()
    const { answer, shows, forMs = Infinity } = await work(counts)
    const known = asked.categories.map((category, index) => [category, counts[index]] as const)
    const shown = known.filter(([category]) => shows?.includes(category))
    return { answer, until: begun + forMs, counts: shows && (shown as [CategoryId, number][]) }
  }

  /** Made of the plain one, which others may be asking for too. */
  async function encoded(asked: Asked, encoding: Encoding, work: Work) {
    const plain = await keptOrMade({ ...asked, encoding: undefined }, work)
    return { ...plain, answer: await encodedAnswer(plain.answer, encoding) }
  }

  return {
    async get(asked: Asked, work: Work): Promise<Answer> {
      const { answer, counts } = await keptOrMade(asked, work)
      const { words } = asked
      if (words && counts) namesByWords.set(words, nameOf(asked), 2 * words.length)
      return answer
    },

    /** What these words were answered with before, if it is known to be good still. */
    recall(words: string): Answer | undefined {
      const name = namesByWords.get(words)
      const kept = name && cache.get(name)
      if (!kept || !isKnownCurrent(kept)) return undefined
      recalled += 1
      return kept.answer
    },

    /** How many answers were given again since the start. */
    recalled: () => recalled,

    bytes: () => cache.bytes() + namesByWords.bytes(),
  }
}

export type KeptAnswers = ReturnType<typeof createKeptAnswers>

const nameOf = ({ key, encoding }: Asked) => `${encoding ?? 'plain'} ${key}`
