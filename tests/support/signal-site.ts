import sql from 'sql-template-tag'
import { builtInCampus } from '#campus/built-in.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OwnSignal } from '#contract/signals.ts'
import { serverCategories } from '#server/categories/index.ts'
import { dayMs } from '#server/durations.ts'
import { buildTestAppWithUsers } from './build-test-app-with-users.ts'
import { changeCampus } from './campus.ts'
import type { Engine } from './databases.ts'
import { listingInputs } from './listing-inputs.ts'

const isbn = '9780306406157'

/** The id of the signal about the low price of such a book. */
export const lowPriceId = `price textbook isbn ${isbn} 2000`

/** A text that two of the word rules mark. */
export const scamWords = 'Pay me by wire transfer. You have to pay the deposit before the viewing.'

/** Opens a test app in which other copies of a book cost $100, with the word rules of the built-in campus. */
export async function openSignalSite(engine: Engine, settings: Record<string, string> = {}) {
  const testApp = await buildTestAppWithUsers(engine, settings)
  const { ada, db, clock } = testApp
  const { region, currency } = builtInCampus
  changeCampus({ region, currency })
  const { id: adaId } = (await ada.get(apiPaths.me)).body

  /** Sets the median price. It counts as newer than the job's count, so the job leaves it as it is. */
  async function setMedianPrice(cents: number, ofIsbn = isbn) {
    const [group] = serverCategories.textbook.priceGroups({ isbn: ofIsbn, course_codes: [] })
    await db.run(sql`
      INSERT INTO price_groups (id, listings, median_cents, median_of_others_cents, counted_at)
      VALUES (${group?.id}, 20, ${cents}, ${cents}, ${clock.now + dayMs})
      ON CONFLICT (id) DO UPDATE SET median_cents = ${cents}, median_of_others_cents = ${cents}`)
  }
  await setMedianPrice(100_00)

  /** Posts a book of Ada's for $20. With `scamWords`, it has three signals. */
  async function postBook(input: object = {}): Promise<number> {
    const book = { ...listingInputs.textbook, isbn, price: 20, ...input }
    return (await ada.post(apiPaths.list('textbook'), book)).body.id
  }

  async function readOwnSignals(id: number): Promise<OwnSignal[]> {
    const { body } = await ada.get(apiPaths.userListings(adaId, 'textbook'))
    const own = body as unknown as { id: number; signals: OwnSignal[] }[]
    return own.find((listing) => listing.id === id)?.signals ?? []
  }

  return { ...testApp, adaId, setMedianPrice, postBook, readOwnSignals }
}
