import type { FastifyRequest } from 'fastify'
import { hyphenate } from 'isbn3'
import { findUniversity } from '#campus/campus.ts'
import type { CategoryDefinition } from '#categories/define-category.ts'
import { type Household, householdFacts, splitHousehold } from '#categories/household.ts'
import { emptyValue, hyphenatedName } from '#categories/listing-values.ts'
import { parseDetails, readDetails } from '#categories/stored-listing.ts'
import {
  categoryOf,
  type Listing,
  type ListingContent,
  type ListingFacts,
} from '#contract/listing.ts'
import { asksPrice } from '#contract/listing-fields.ts'
import { statusAt } from '#contract/listing-status.ts'
import { isUploadedPhoto, type PhotoInfo, photoSrc, type UploadedPhoto } from '#contract/photos.ts'
import type { Config } from '../config.ts'
import { toIso } from '../durations.ts'
import type { MailItem } from '../mail/mail-content.ts'
import { type ConfirmationContext, confirmationOf } from '../students/confirmation/confirmation.ts'
import { fullName, shortName } from '../students/person.ts'
import type { ListingRow, ListingRowWithEmail } from './listing-queries.ts'

type ContentColumns = Pick<
  ListingRow,
  'category' | 'title' | 'price_cents' | 'description' | 'details'
>

/** Reads a row by the category's current definition. */
export const readContent = (row: ContentColumns): ListingContent => ({
  category: row.category,
  title: row.title,
  price: row.price_cents / 100,
  description: row.description || null,
  details: readDetails(categoryOf(row), parseDetails(row.details)),
})

/**
 * Turns a row into a listing. No other function does. Columns that neither the definition nor this function names stay
 * private. `names` is short unless the caller knows that the reader is a student. Only "own" has the household facts: it
 * is for the seller and for moderators.
 */
export function presentListing(
  row: ListingRow,
  now: number,
  names: SellerNames | 'own' = 'short',
): Listing {
  const stored = readContent(row)
  const content = names === 'own' ? stored : withoutHousehold(stored)
  const photos: PhotoInfo[] = JSON.parse(row.photos)
  const listing = {
    ...content,
    details: { ...content.details, ...hyphenateIsbns(content) },
    id: row.id,
    photos: photos.map(({ url, width, height, preview }) => ({
      storedUrl: url,
      url,
      width,
      height,
      preview,
    })),
    seller: { id: row.seller_id, name: sellerName(row, names) },
    status: statusAt(row, now),
    postedAt: toIso(row.posted_at),
    updatedAt: toIso(row.updated_at),
    endsAt: toIso(row.ends_at),
    renewedAt: row.renewed_at && toIso(row.renewed_at),
    previousPrice: presentPreviousPrice(row, content),
    ...(row.is_firm === 1 && { isFirm: true }),
    ...(row.moving_sale_id && { movingSaleId: row.moving_sale_id }),
    ...(row.is_free_until_end === 1 && { isFreeUntilEnd: true }),
  }
  // The definition decides which details exist.
  return listing as Listing
}

/** Blanks the household facts. The names stay, so that all readers get the same properties. */
function withoutHousehold(content: ListingContent): ListingContent {
  const { household } = splitHousehold(categoryOf(content))
  const blank = household.map(([name, field]) => [name, emptyValue(field)])
  return { ...content, details: { ...content.details, ...Object.fromEntries(blank) } }
}

/** Returns the household facts of a listing, or null if it says none. */
export function readHousehold(row: ContentColumns): Household | null {
  const content = readContent(row)
  const { household } = splitHousehold(categoryOf(content))
  const facts = household.map(([name]) => [name, content.details[name]])
  return householdFacts(content.details).length > 0 ? Object.fromEntries(facts) : null
}

/**
 * Returns the price before the drop. An edit may have turned the listing into one that asks no price; it then has no
 * previous price either.
 */
function presentPreviousPrice(row: ListingRow, content: ListingContent) {
  const { was_price_cents: cents, was_price_since: since } = row
  if (cents === null || since === null || !asksPrice(content)) return null
  return { price: cents / 100, since: toIso(since) }
}

/**
 * Adds the seller's email to a single listing. Never use it for lists. If the email is null, the reader has to ask for
 * the contact.
 */
export function presentWithEmail(
  row: ListingRow & { email: string | null },
  now: number,
  names: SellerNames | 'own' = 'short',
): Listing {
  const listing = presentListing(row, now, names)
  return { ...listing, seller: { ...listing.seller, email: row.email } }
}

/** Adds what makes a stranger trust the seller. `email` is the seller's, which the result does not contain. */
export const withSellerFacts = (
  listing: Listing,
  seller: SellerFacts,
  { config, now }: { config: Pick<Config, 'VERIFY_EMAIL'>; now: () => number },
): Listing => ({
  ...listing,
  seller: {
    ...listing.seller,
    university: findUniversity(seller.email)?.name ?? null,
    is_confirmed: isConfirmedNow(seller, { verifyEmail: config.VERIFY_EMAIL, now: now() }),
  },
})

type SellerFacts = Pick<ListingRowWithEmail, 'email' | 'confirmed_at' | 'bounced_at' | 'is_sample'>

/** Whether the seller confirmed the email within the year, and it has not refused our email since. */
function isConfirmedNow(
  { confirmed_at: confirmedAt, bounced_at, is_sample }: SellerFacts,
  context: ConfirmationContext,
): boolean {
  if (!context.verifyEmail || confirmedAt === null || bounced_at !== null) return false
  const account = { confirmedAt, mustConfirm: true, isSample: is_sample === 1 }
  return confirmationOf(account, context) === 'confirmed'
}

/** Adds the price that the thing went for. Use it only in responses to the seller. */
export const withSale = (listing: Listing, row: ListingRow): Listing =>
  listing.status === 'sold'
    ? { ...listing, wentFor: row.went_for_cents === null ? null : row.went_for_cents / 100 }
    : listing

/** Adds the price of the seller's deal about the listing, if there is one. */
export const withDeal = (listing: Listing, cents: number | undefined): Listing =>
  cents === undefined ? listing : { ...listing, agreedPrice: cents / 100 }

/** Returns the first photo that was uploaded here, or null, in the form that responses about a listing use. */
export function uploadedCover({ photos }: Pick<Listing, 'photos'>): UploadedPhoto | null {
  const infos: PhotoInfo[] = photos.map(({ storedUrl: _, ...info }) => info)
  return infos.find(isUploadedPhoto) ?? null
}

/** The form of sellers' names: "Sofia Rossi" (full) or "Sofia R." (short). */
export type SellerNames = 'full' | 'short'

/**
 * Returns the form in which a reader sees sellers' names. Visitors, and students who still have to confirm their
 * address, get short names. The key of a cached response includes this form.
 */
export const sellerNamesFor = ({
  user,
  audience,
}: Pick<FastifyRequest, 'user' | 'audience'>): SellerNames =>
  audience === 'students' && user?.confirmation !== 'required' ? 'full' : 'short'

export function sellerName(row: ListingRow, names: SellerNames | 'own'): string {
  const seller = { firstName: row.first_name, lastName: row.last_name }
  return names === 'short' ? shortName(seller) : fullName(seller)
}

/** Presents a listing in an email, with the first photo that was uploaded here. */
export function toMailItem(
  listing: Listing,
  { text, link, appUrl }: Pick<MailItem, 'text' | 'link'> & { appUrl: string },
): MailItem {
  const cover = uploadedCover(listing)
  return {
    title: listing.title,
    text,
    ...(cover && { photo: { ...cover, src: new URL(photoSrc(cover.url, 320), appUrl).href } }),
    ...(link && { link }),
  }
}

/**
 * Returns each ISBN with its hyphens. This runs on the server, because the table of all publishers is too large for a
 * page.
 */
export function hyphenateIsbns(listing: ListingFacts): Record<string, string | null> {
  const { fields }: CategoryDefinition = categoryOf(listing)
  const names = Object.keys(fields).filter((name) => fields[name]?.kind === 'isbn')
  return Object.fromEntries(
    names.map((name) => [hyphenatedName(name), hyphenateIsbn(listing.details[name])]),
  )
}

/** Adds hyphens to an ISBN, or returns it unchanged if the table does not know the publisher. */
function hyphenateIsbn(isbn: unknown): string | null {
  return typeof isbn === 'string' ? (hyphenate(isbn) ?? isbn) : null
}
