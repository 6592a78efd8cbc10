import sql from 'sql-template-tag'
import { type AnyCategory, categories } from '#categories/index.ts'
import { categoryOf, fieldValues } from '#contract/listing.ts'
import { findNudges } from '#english/nudges.ts'
import { currentLawPack } from '#regions/law-packs.ts'
import type { Db } from '#server/database/database.ts'
import { findListingsByIds, type ListingRow } from '#server/listings/listing-queries.ts'
import { readContent } from '#server/listings/present-listing.ts'
import { findRenewable } from '#server/signals/duplicates/read-duplicates.ts'
import { countPriceGroups } from '#server/signals/prices/count-price-groups.ts'
import { readPriceFacts } from '#server/signals/prices/price-signal.ts'
import { readOwnSignals } from '#server/signals/read-signals.ts'
import { messageWordSignals } from '#server/words/word-signals.ts'

export interface Marks {
  rule: string
  /** The number of listings or messages that the rule could mark. */
  read: number
  marked: number
}

/** Counts how many listings and messages each rule of signals and nudges marks. */
export async function countMarks(db: Db, now: number): Promise<Marks[]> {
  await countPriceGroups(db, { now, signal: new AbortController().signal })
  const marks = new Map<string, Marks>()
  const count = (rule: string, read: number, marked: number) => {
    const before = marks.get(rule) ?? { rule, read: 0, marked: 0 }
    marks.set(rule, { rule, read: before.read + read, marked: before.marked + marked })
  }
  for (const category of categories) {
    const rows = await readListed(db, category)
    const found = await readRules(db, rows, now)
    const marked = (rule: string) => found.filter((each) => each === rule).length
    const compared = await readPriceFacts(db, rows, now)
    count('price', compared.size, marked('price'))
    const withPhotos = rows.filter(({ photos }) => photos !== '[]')
    count('photo', withPhotos.length, marked('photo'))
    count('duplicate', rows.length, await countDuplicates(db, rows, now))
    for (const { id } of currentLawPack().wordRules)
      count(`words ${id}`, rows.length, marked(`words ${id}`))
    const nudges = rows.flatMap(findRowNudges)
    const nudged = 'nudgedFields' in category ? rows.length : 0
    for (const { id } of currentLawPack().nudgeRules) {
      count(`nudge ${id}`, nudged, nudges.filter((nudge) => nudge === id).length)
    }
  }
  const messages = await db.all<{ body: string }>(sql`SELECT body FROM messages`)
  const suspicious = messages.filter(({ body }) => messageWordSignals(body).length > 0)
  count('words in messages', messages.length, suspicious.length)
  return [...marks.values()]
}

/** Counts the listings that students would have been asked about when posting, because they look like duplicates. */
async function countDuplicates(db: Db, rows: ListingRow[], now: number) {
  let duplicates = 0
  for (const row of rows) if (await findRenewable(db, row, now)) duplicates++
  return duplicates
}

async function readListed(db: Db, { id }: AnyCategory): Promise<ListingRow[]> {
  const rows = await db.all<{ id: number }>(
    sql`SELECT id FROM listings WHERE listed AND category = ${id}`,
  )
  return findListingsByIds(
    db,
    rows.map((row) => row.id),
  )
}

/** Returns the rules of the signals that sellers see, as "price" or "words payment". */
async function readRules(db: Db, rows: ListingRow[], now: number): Promise<string[]> {
  const rules: string[] = []
  for (const own of Map.groupBy(rows, ({ seller_id }) => seller_id).values()) {
    for (const signals of (await readOwnSignals(db, own, now)).values()) {
      for (const { kind, id } of signals) {
        rules.push(kind === 'words' ? id.split(' ').slice(0, 2).join(' ') : kind)
      }
    }
  }
  return rules
}

/** Returns the nudges of the row's fields, each once. */
function findRowNudges(row: ListingRow): string[] {
  const values = fieldValues(readContent(row))
  const texts = (categoryOf(row).nudgedFields ?? []).map((field) => String(values[field] ?? ''))
  return [...new Set(texts.flatMap((text) => findNudges(text).map((nudge) => nudge.id)))]
}
