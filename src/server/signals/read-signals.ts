import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { categoryOf } from '#contract/listing.ts'
import { isFree } from '#contract/listing-fields.ts'
import { isListed, statusAt } from '#contract/listing-status.ts'
import type { SaleFigure } from '#contract/sales.ts'
import { maxSignalsOnPage, type SignalKind } from '#contract/signal-rules.ts'
import type { CaseSignal, OwnSignal, Signal } from '#contract/signals.ts'
import { serverCategories } from '../categories/index.ts'
import type { Db } from '../database/database.ts'
import { toIso } from '../durations.ts'
import type { ListingRow } from '../listings/listing-queries.ts'
import { readContent } from '../listings/present-listing.ts'
import { type FoundSignal, requestWordSignals, wordSignals } from '../words/word-signals.ts'
import { type AnswerRow, findAnswers } from './answers/answer-queries.ts'
import { duplicateSignal, readDuplicates } from './duplicates/read-duplicates.ts'
import { photoSignals } from './photos/photo-signals.ts'
import { readPhotoMatches } from './photos/read-photo-matches.ts'
import { priceSignal, readPriceFacts } from './prices/price-signal.ts'
import { type FigureRow, findFiguresOf, presentFigure, saleGroupsOf } from './sales/sale-figures.ts'

/** How many rows are read before other requests run. A long description takes a few milliseconds. */
const rowsAtOnce = 10

interface ReadOptions {
  /** If true, the result includes photos of this listing that other listings copied. */
  forModerators?: boolean
  /** What similar things went for, if the caller has read it. */
  figures?: ReadonlyMap<string, FigureRow>
  now: number
}

/**
 * Returns the signals by listing, in the order of their kinds. Signals that a moderator hid are included. The number of
 * statements is constant.
 */
async function findSignals(
  db: Db,
  rows: readonly ListingRow[],
  { forModerators = false, figures, now }: ReadOptions,
): Promise<Map<number, FoundSignal[]>> {
  const sold = figures ?? (await findFiguresOf(db, rows))
  const prices = await readPriceFacts(db, rows, now, sold)
  const photos = await readPhotoMatches(db, rows, now)
  const signals = new Map<number, FoundSignal[]>()
  for (const [index, row] of rows.entries()) {
    // A single row never yields, because it may be read in a transaction.
    if (index % rowsAtOnce === rowsAtOnce - 1) await yieldToEventLoop()
    const price = prices.get(row.id)
    const priced = price && priceSignal(price)
    const findWords = categoryOf(row).seeks ? requestWordSignals : wordSignals
    const { isHome } = serverCategories[row.category]
    const words = findWords(`${row.title}\n\n${row.description}`, { isHome })
    const photo = photoSignals(photos.get(row.id) ?? [], { forModerators })
    signals.set(row.id, [...words, ...photo, ...(priced ? [priced] : [])])
  }
  return signals
}

interface AnsweredSignal {
  signal: FoundSignal
  answer: AnswerRow | undefined
}

/**
 * Returns the signals that people other than moderators see on listed listings: for each rule, the first that no
 * moderator hid.
 */
async function readShown(
  db: Db,
  rows: readonly ListingRow[],
  { now, figures }: Pick<ReadOptions, 'now' | 'figures'>,
): Promise<Map<number, AnsweredSignal[]>> {
  const listed = rows.filter((row) => isListed(statusAt(row, now)))
  if (listed.length === 0) return new Map()
  const found = await findSignals(db, listed, { now, ...(figures && { figures }) })
  const marked = [...found].filter(([, signals]) => signals.length > 0)
  const answers = await findAnswers(
    db,
    marked.map(([id]) => id),
  )
  return new Map(
    marked.map(([id, signals]) => {
      const answered = signals.map((signal) => ({
        signal,
        answer: findAnswer(answers, id, signal),
      }))
      const shown = answered.filter(({ answer }) => answer?.decision !== 'hidden')
      return [id, inOrder(firstOfEachRule(shown))]
    }),
  )
}

/**
 * Keeps the first signal of each rule. Once a moderator hides it, the next one is shown, so that no cause shields
 * another.
 */
const firstOfEachRule = (signals: AnsweredSignal[]): AnsweredSignal[] =>
  [...Map.groupBy(signals, ({ signal }) => signal.rule).values()].flatMap((each) =>
    each.slice(0, 1),
  )

/** Puts one signal of each kind before the second of any kind: a copied photo says more than another phrase. */
function inOrder(signals: AnsweredSignal[]): AnsweredSignal[] {
  const byKind = [...Map.groupBy(signals, ({ signal }) => signal.kind).values()]
  return [...byKind.flatMap(([first]) => first ?? []), ...byKind.flatMap((each) => each.slice(1))]
}

const findAnswer = (answers: AnswerRow[], listingId: number, { id }: FoundSignal) =>
  answers.find(({ listing_id, signal }) => listing_id === listingId && signal === id)

/** Reads what a listing's page says beside the listing, for any reader: its signals, and what similar things went for. */
export async function readPageFacts(
  db: Db,
  row: ListingRow,
  now: number,
): Promise<{ signals: Signal[]; sales: SaleFigure | null }> {
  if (!isListed(statusAt(row, now))) return { signals: [], sales: null }
  const figures = await findFiguresOf(db, [row])
  const shown = await readShown(db, [row], { now, figures })
  const signals = (shown.get(row.id) ?? [])
    .slice(0, maxSignalsOnPage)
    .map(({ signal }) => presentSignal(signal))
  const sales = isFree(readContent(row)) ? null : presentFigure(saleGroupsOf(row), figures)
  return { signals, sales }
}

/** Reads the signals for the seller of the listings. Listings without signals are left out. */
export async function readOwnSignals(
  db: Db,
  rows: readonly ListingRow[],
  now: number,
): Promise<Map<number, OwnSignal[]>> {
  const shown = await readShown(db, rows, { now })
  return new Map(
    [...shown].map(([id, signals]) => [
      id,
      signals.map(({ signal, answer }) => ({
        ...presentSignal(signal),
        id: signal.id,
        quote: signal.quote ?? null,
        answer: answer ? (answer.decision === 'kept' ? 'kept' : 'waiting') : null,
      })),
    ]),
  )
}

/**
 * Reads all signals of a listing in any status, for moderators. This includes signals that they hid, and waiting
 * answers to signals that no longer show.
 */
export async function readCaseSignals(db: Db, row: ListingRow, now: number): Promise<CaseSignal[]> {
  const found = await findSignals(db, [row], { forModerators: true, now })
  const duplicates = await readDuplicates(db, row, now)
  const signals = [...(found.get(row.id) ?? []), ...duplicates.map(duplicateSignal)]
  const ids = new Set(signals.map(({ id }) => id))
  const answers = await findAnswers(db, [row.id])
  const unmatched = answers.filter(({ signal, decision }) => decision === null && !ids.has(signal))
  return [
    ...signals.map((signal) => ({
      ...presentSignal(signal),
      id: signal.id,
      facts: signal.facts,
      answer: presentAnswer(findAnswer(answers, row.id, signal)),
      isGone: false,
    })),
    ...unmatched.map((answer) => ({
      kind: kindOf(answer.signal),
      id: answer.signal,
      sentence: answer.sentence,
      advice: '',
      facts: [],
      answer: presentAnswer(answer),
      isGone: true,
    })),
  ]
}

/** Leaves out the id and the facts, which are not for everyone. */
const presentSignal = ({ kind, sentence, advice }: FoundSignal): Signal => ({
  kind,
  sentence,
  advice,
})

function presentAnswer(answer: AnswerRow | undefined): CaseSignal['answer'] {
  if (!answer) return null
  const { id, note, created_at, decision, decision_id } = answer
  const createdAt = toIso(created_at)
  return { id, note, createdAt, decision, decisionId: decision_id }
}

/** Reads the kind of a signal from its id, which begins with the kind. */
const kindOf = (signal: string) => signal.slice(0, signal.indexOf(' ')) as SignalKind
