import type { FastifyRequest } from 'fastify'
import type { AnyCategory } from '#categories/index.ts'
import { soldLabel } from '#contract/listing-status.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { parseId } from '../http/id-params.ts'
import { type Action, canSee, roleOf } from '../policies.ts'
import type { ListingDeps } from './listing-deps.ts'
import { findListing, type ListingRow, type ListingRowWithEmail } from './listing-queries.ts'
import { presentListing } from './present-listing.ts'

export type RequestWithId = FastifyRequest<{ Params: { id: string } }>

/** 404 for a listing that is not there. */
export async function requireRow(
  db: Db,
  category: AnyCategory,
  { params }: RequestWithId,
): Promise<ListingRowWithEmail> {
  const id = parseId(params.id)
  const row = id && (await findListing(db, category.id, id))
  if (!row) throw new AppError('not_found', category.messages.notFound)
  return row
}

/** 410 for one that has ended or was taken down, except for its owner. */
export async function requireListing(
  db: Db,
  category: AnyCategory,
  request: RequestWithId,
  now: number,
): Promise<ListingRowWithEmail> {
  const row = await requireRow(db, category, request)
  if (!canSee(roleOf(request, row), row, now)) throw gone(category, row, now)
  return row
}

/** 403 for who may not do this with it. */
export async function requireAllowed(
  category: AnyCategory,
  request: RequestWithId,
  action: Action,
  { db, policies, now }: Pick<ListingDeps, 'db' | 'policies' | 'now'>,
): Promise<ListingRowWithEmail> {
  const row = await requireListing(db, category, request, now())
  if (!policies.can(roleOf(request, row), action)) {
    throw new AppError('forbidden', `You can only ${action.split(' ')[0]} your own listings.`)
  }
  return row
}

/** Says what happened; of what a moderator hides or removes, only that it is not there. */
export function gone(category: AnyCategory, row: ListingRow, now: number): AppError {
  const listing = presentListing(category, row, now)
  switch (listing.status) {
    case 'sold':
      return goneBecause(`This listing has been ${soldLabel(category, listing).toLowerCase()}.`)
    case 'expired':
      return goneBecause('This listing has ended.')
    default:
      return goneBecause('This listing is no longer available.')
  }
}

const goneBecause = (message: string) => new AppError('gone', message)
