import sql, { bulk } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type CategoryId, categoryById } from '#categories/index.ts'
import { fromInput } from '#contract/listing.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { insertListing } from '../listing-queries.ts'
import { toListingColumns } from '../posting/create-listing.ts'
import { correctWords } from './correct-words.ts'
import { findCandidates, recordWords } from './search-words.ts'

stayOnBuiltInCampus()

describe.each(engines)('the correction of words on %s', (engine) => {
  async function open() {
    const db = await openTestDatabase(engine)
    const { id: seller_id } = await insertTestUser(db)
    const post = (category: CategoryId, more: object) =>
      db.transaction(async (tx) => {
        const columns = toListingColumns(
          fromInput(category, { ...listingInputs[category], ...more } as never),
        )
        await recordWords(tx, [columns.search_text])
        await insertListing(tx, { ...columns, category, seller_id, posted_at: 0, ends_at: 1 })
      })
    const correct = (category: CategoryId, q: string) => correctWords(db, categoryById[category], q)
    return { db, post, correct }
  }

  it.each([
    ['rental', '250 Columbia Forrest Blvd'],
    ['rental', '99 Columbia Forest Blvd, Waterloo'],
    ['rental', '255b Hikory St'],
    ['rental', '12-99 Hikory Street.'],
    ['misc', '255b Hikory St'],
    ['textbook', 'MATH137 notes'],
    ['textbook', 'cs246 notes'],
    ['textbook', 'MATH-137 notes'],
    ['textbook', '(CS246E) notes'],
    ['textbook', 'cs 246 notes'],
  ] as const)('keeps codes and addresses whole: %s, %s', async (category, q) => {
    const { post, correct } = await open()
    await post('rental', { title: 'Forest view, hickory floor', address: '12 King Blvd, Waterloo' })
    await post('misc', { title: 'Hickory table' })
    await post('textbook', { book_title: 'Notes' })
    expect(await correct(category, q)).toMatchObject({ q, corrected: [], dropped: [] })
  })

  it('reads a number as that of a house only shortly before the ending of a street', async () => {
    const { post, correct } = await open()
    await post('rental', { title: 'Forest view' })
    await post('misc', { title: 'Monitor and hard drive' })
    expect((await correct('misc', '27 inch moniter hard drive')).q).toBe('monitor hard drive')
    expect((await correct('rental', '99 big quiet cheap bright forrest way')).q).toBe('forest')
  })

  it('corrects to the same of two equally similar words, whichever came first', async () => {
    const words = ['Desk', 'Dell']
    for (const titles of [words, words.toReversed()]) {
      const { post, correct } = await open()
      for (const title of titles) await post('misc', { title, description: 'x' })
      expect((await correct('misc', 'desl')).q).toBe('dell')
    }
  })

  it('looks at the same of too many similar words', async () => {
    const { db } = await open()
    const letters = [...'abcdefghijklmnopqrst']
    const words = letters.flatMap((a) => letters.map((b) => `notebook${a}${b}`))
    const rows = words.toReversed().map((word) => ['noteboo', word])
    await db.run(sql`INSERT INTO search_words (word_key, word) VALUES ${bulk(rows)}`)
    const found = await findCandidates(db, 'notebook')
    expect(found.toSorted()).toEqual(words.slice(0, 300))
    // They have the key, but three letters more.
    expect(await findCandidates(db, 'noteboo')).toEqual([])
  })
})
