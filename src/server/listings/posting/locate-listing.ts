import type { Field } from '#categories/field-kinds.ts'
import { inputSchema } from '#categories/field-schemas.ts'
import type { CategoryId } from '#categories/index.ts'
import { addressField, locationName } from '#categories/listing-values.ts'
import { isLocation, type Location } from '#categories/minutes.ts'
import { parseDetails } from '#categories/stored-listing.ts'
import { categoryOf, type ListingFacts } from '#contract/listing.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, hourMs, minuteMs } from '../../durations.ts'
import { addressHash, type Geocoder, type Located } from '../../geocoding/geocoder.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { enqueueJob } from '../../jobs/job-queries.ts'
import { bumpListingVersions } from '../../versions/category-versions.ts'
import {
  findListing,
  type ListingKey,
  type ListingRow,
  updateListingDetails,
} from '../listing-queries.ts'
import { readContent } from '../present-listing.ts'
import { storedColumns } from './create-listing.ts'

const kind = 'locate-listing'

/** Returns the address that the minutes of a listing are counted from. */
export function addressOf({ category, details }: ListingFacts): string | undefined {
  const address = details[addressField(categoryOf({ category })) ?? '']
  return typeof address === 'string' && address !== '' ? address : undefined
}

/** Returns where the address of a saved listing is, if the geocoder has said so. */
export function storedLocation({ category, details }: ListingRow): Location | undefined {
  const location = parseDetails(details)[locationName(addressField(categoryOf({ category })) ?? '')]
  return isLocation(location) ? location : undefined
}

/**
 * Looks up the address of a listing that is about to be saved. Call it before the transaction, which must wait for
 * nothing but the database. It takes a second at most.
 */
export async function locateSoon(
  geocoder: Geocoder | undefined,
  category: CategoryId,
  { body, student }: { body: unknown; student: { id: number } },
): Promise<Located | undefined> {
  if (!geocoder?.isUseful()) return undefined
  const address = validAddress(category, body)
  return address === undefined ? undefined : geocoder.findSoon(address, String(student.id))
}

/** Returns the address in a body that nobody has validated yet, if it can be saved. */
function validAddress(category: CategoryId, body: unknown): string | undefined {
  const name = addressField(categoryOf({ category }))
  const field = name && (categoryOf({ category }).fields as Record<string, Field>)[name]
  if (!field || typeof body !== 'object' || body === null) return undefined
  const address: unknown = inputSchema(field).safeParse(
    (body as Record<string, unknown>)[name],
  ).data
  return addressOf({ category, details: { [name]: address } })
}

/** Makes a job look up the address. Call it in the transaction that saves the listing. */
export async function locateLater(tx: Db, listing: ListingKey & ListingFacts, now: number) {
  const { category, id } = listing
  await enqueueJob(
    tx,
    {
      kind,
      // A finished job stays for weeks, so the time tells a later look-up of the same address from it.
      cause: `${id} ${now} ${addressHash(addressOf(listing) ?? '')}`,
      payload: { category, id },
      expiresAt: now + 2 * dayMs,
    },
    now,
  )
}

/** Looks up the address of a listing that was saved before the geocoder answered. */
export const locateListing = (geocoder: Geocoder | undefined): JobKind<ListingKey> => ({
  name: kind,
  delivery: 'at-least-once',
  // A geocoder that takes its time must not hold up emails.
  priority: 'bulk',
  retryDelaysMs: [minuteMs, 10 * minuteMs, hourMs, 6 * hourMs],
  async run({ db, payload: key }) {
    const row = await findListing(db, key)
    const address = row && addressOf(readContent(row))
    if (!geocoder || !address || storedLocation(row)) return
    const location = await geocoder.find(address)
    if (!location) return
    await db.transaction(async (tx) => {
      await bumpListingVersions(tx, key)
      const current = await findListing(tx, key)
      const content = current && readContent(current)
      if (!content || addressOf(content) !== address) return
      const details = parseDetails(current.details)
      const { details: text, search_text } = storedColumns(content, details, location)
      await updateListingDetails(tx, key.id, { details: text, search_text })
    })
  },
})
