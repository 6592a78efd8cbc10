import type { FastifyRequest } from 'fastify'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import { soldMessage } from '#contract/listing-fields.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { parseId } from '../http/id-params.ts'
import { canSee, type OwnerAction, roleOf } from '../policies.ts'
import type { ListingDeps } from './listing-deps.ts'
import { findListing, type ListingRow, type ListingRowWithEmail } from './listing-queries.ts'
import { presentListing, uploadedCover } from './present-listing.ts'

export type RequestWithId = FastifyRequest<{ Params: { id: string } }>

/** Reads a listing. Throws 404 if it does not exist. */
export async function requireRow(
  db: Db,
  category: AnyCategory,
  { params }: RequestWithId,
): Promise<ListingRowWithEmail> {
  const id = parseId(params.id)
  const row = id && (await findListing(db, { category: category.id, id }))
  if (!row) throw new AppError('not_found', category.messages.notFound)
  return row
}

/** Reads a listing. Throws 410 if it has ended or was taken down, unless the owner asks. */
export async function requireListing(
  db: Db,
  category: AnyCategory,
  request: RequestWithId,
  now: number,
): Promise<ListingRowWithEmail> {
  const row = await requireRow(db, category, request)
  if (!canSee(roleOf(request, row), row, now)) throw goneError(row, now)
  return row
}

/** Throws 410 or 403 if the caller may not perform this action on the listing. */
export async function requireAllowed(
  category: AnyCategory,
  request: RequestWithId,
  action: OwnerAction,
  { db, policies, now }: Pick<ListingDeps, 'db' | 'policies' | 'now'>,
): Promise<ListingRowWithEmail> {
  const row = await requireRow(db, category, request)
  const role = roleOf(request, row)
  if (policies.can(role, action)) return row
  if (!canSee(role, row, now())) throw goneError(row, now())
  throw new AppError('forbidden', forbiddenMessages[action])
}

const forbiddenMessages: Record<OwnerAction, string> = {
  'edit listing': 'You can only edit your own listings.',
  'delete listing': 'You can only delete your own listings.',
  'change status': 'You can only change your own listings.',
  'renew listing': 'You can only renew your own listings.',
  'answer signal': 'You can only answer for your own listings.',
  'read photos': 'These photos are only for the owner of the listing.',
  'read fits': 'Only the owner of a listing can see what fits it.',
}

/**
 * Says what happened, but never mentions a moderator. It has the title and the photo of what it was, unless that was taken
 * down. Every response with this error has them: the schemas of routes do not apply to errors.
 */
export function goneError(row: ListingRow, now: number): AppError {
  const listing = presentListing(row, now)
  const ended = { title: listing.title, photo: uploadedCover(listing) }
  return new AppError('gone', goneMessage(listing), isTakenDown(row.status) ? {} : { ended })
}

function goneMessage(listing: Listing): string {
  switch (listing.status) {
    case 'sold':
      return soldMessage(listing)
    case 'available':
    case 'pending':
    case 'expired':
    case 'hidden':
    case 'removed':
      return 'This listing has ended.'
  }
}
