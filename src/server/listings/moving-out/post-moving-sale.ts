import type { User } from '#contract/accounts.ts'
import { fromInput, type ListingDraft } from '#contract/listing.ts'
import { listingInput } from '#contract/listing-input.ts'
import { type MovingSaleInput, toItemInput } from '#contract/moving-out.ts'
import { formatFreeUntil, maxFreeDays } from '#contract/moving-out-rules.ts'
import { addCampusDays, campusIsoDate, campusMoment } from '#format/campus-date.ts'
import { pluralize } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { lockKey } from '../../database/sql-fragments.ts'
import { toIso } from '../../durations.ts'
import { AppError, invalidInput } from '../../errors.ts'
import type { ListingQuotas } from '../posting/listing-quotas.ts'
import { type PostContext, postListing } from '../posting/post-listing.ts'
import {
  findPostedBefore,
  insertMovingSale,
  type MovingSaleRow,
  toBundle,
} from './moving-sale-queries.ts'

/** Returns when free things end, or null. Throws 400 if that is in the past or too far away. */
export function readFreeUntil({ free_until }: Pick<MovingSaleInput, 'free_until'>, now: number) {
  if (free_until === null) return null
  const time = campusMoment(free_until)
  if (!(time > now)) throw invalidInput({ free_until: 'This time has passed. Choose a later one.' })
  if (time > addCampusDays(now, maxFreeDays)) {
    throw invalidInput({ free_until: `Choose a time within ${maxFreeDays} days.` })
  }
  return time
}

/** Turns the things into drafts of items. */
export function toDrafts(
  sale: MovingSaleInput,
  freeUntil: number | null,
  now: number,
): ListingDraft[] {
  return sale.items.map((item) => {
    const input = toItemInput(item, '')
    const description = describe(sale, input.is_free ? freeUntil : null, now)
    return fromInput('misc', listingInput.misc.parse({ ...input, description }))
  })
}

/** The description of each thing, for those who find it without the others. */
function describe(
  { place, pickup_window }: Pick<MovingSaleInput, 'place' | 'pickup_window'>,
  freeUntil: number | null,
  now: number,
) {
  const pickup = `Moving out. Pick it up at: ${place}. When: ${pickup_window}.`
  if (freeUntil === null) return pickup
  const until = formatFreeUntil(toIso(freeUntil), campusIsoDate(now))
  return `${pickup} Free until ${until}. Then this listing ends.`
}

/** Returns the description with the new place and window, or undefined if its seller has changed the text. */
export function changedDescription(
  description: string,
  before: MovingSaleRow,
  after: Pick<MovingSaleInput, 'place' | 'pickup_window'>,
): string | undefined {
  const ends = [null, before.free_until]
  const end = ends.find((each) => describe(before, each, before.created_at) === description)
  return end === undefined ? undefined : describe(after, end, before.created_at)
}

interface MovingContext extends PostContext {
  quotas: ListingQuotas
  freeUntil: number | null
}

/**
 * Posts all things of a sale, or none. Call it in a transaction. Returns the id of the sale. A second press returns that of
 * the first.
 */
export async function postMovingSale(
  tx: Db,
  seller: Pick<User, 'id' | 'email'>,
  { sale, drafts }: { sale: MovingSaleInput; drafts: readonly ListingDraft[] },
  { quotas, freeUntil, ...context }: MovingContext,
): Promise<number> {
  // The second of two presses waits here, and then finds the sale of the first.
  await lockKey(tx, `moving out of ${seller.id}`)
  const before = await findPostedBefore(tx, seller.id, sale.client_id)
  if (before !== undefined) return before
  const ids: number[] = []
  for (const [index, draft] of drafts.entries()) {
    const { listing } = await quotas
      .limitPosts(tx, seller, () =>
        postListing(tx, seller, draft, {
          ...context,
          // Two chairs of one sale are no duplicates of each other.
          findEarlier: async (db, posted, now) => {
            const earlier = await context.findEarlier(db, posted, now)
            return earlier && ids.includes(earlier.id) ? undefined : earlier
          },
          endsAt: draft.details.is_free === true ? (freeUntil ?? undefined) : undefined,
        }),
      )
      .catch((error) => {
        throw namingThing(error, index, drafts.length)
      })
    ids.push(listing.id)
  }
  return insertMovingSale(
    tx,
    {
      seller_id: seller.id,
      client_id: sale.client_id,
      place: sale.place,
      pickup_window: sale.pickup_window,
      free_until: freeUntil,
      ...toBundle(sale.bundle_price, ids),
      created_at: context.now,
    },
    ids,
  )
}

/** Says which thing a refusal is about, or how many things fit. Nothing is posted in either case. */
function namingThing(error: unknown, index: number, count: number): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'too_many' && index > 0) {
    const { retryAfterSeconds } = error
    const message = `You can post only ${pluralize(index, 'more item')} now. Remove ${count - index}, or post all ${count} later. Nothing is posted yet.`
    return new AppError('too_many', message, { retryAfterSeconds })
  }
  const { fields = {} } = error
  if (error.code !== 'duplicate' && Object.keys(fields).length === 0) return error
  const named = Object.entries(fields).map(([name, message]) => [`items.${index}.${name}`, message])
  return new AppError(error.code, `Item ${index + 1}: ${error.message}`, {
    fields: Object.fromEntries(named),
  })
}
