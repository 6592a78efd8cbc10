import type { FastifyRequest } from 'fastify'
import type { Listing, ListingContent, OwnListing } from '#contract/listing.ts'
import type { Contact } from '#contract/listings.ts'
import type { SaleFigure } from '#contract/sales.ts'
import type { OwnSignal, Signal } from '#contract/signals.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { Geocoder } from '../geocoding/geocoder.ts'
import type { Hook } from '../hooks.ts'
import type { IsOwnOrigin } from '../http/own-origin.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import type { Policies } from '../policies.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import type { ListingKey, ListingRow, ListingRowWithEmail } from './listing-queries.ts'
import type { ListingQuotas } from './posting/listing-quotas.ts'
import type { EmptySearches } from './search/empty-searches.ts'

export interface ListingDeps {
  config: Pick<
    Config,
    'APP_URL' | 'PHOTO_URL' | 'VERIFY_EMAIL' | 'POSTING_AFFILIATIONS' | 'isTryOut'
  >
  policies: Policies
  db: Db
  responseCache: ResponseCache
  isOwnOrigin: IsOwnOrigin
  quotas: ListingQuotas
  emptySearches: Pick<EmptySearches, 'add'>
  /** Undefined if the site has none. */
  geocoder: Geocoder | undefined
  hooks: ListingHooks
  parts: ListingParts
  /** The job runner, which is woken after a commit that has queued emails. */
  jobs: Pick<JobRunner, 'wake'>
  now: () => number
}

interface OwnerContext {
  appUrl: string
  now: number
}

/** Functions of higher rooms that run in this room's transactions. `wiring.ts` lists them, and they run in its order. */
export interface ListingHooks {
  beforeEdit: readonly Hook<[listing: ListingKey, now: number]>[]
  /** `saved` is the listing before the edit. */
  edited: readonly Hook<[saved: Listing, edited: ListingContent]>[]
  /** Runs after an edit, a renewal or a new status, and after a save that changed nothing. */
  ownerActed: readonly Hook<[listing: ListingKey, context: OwnerContext]>[]
  /** Runs before the owner deletes the listing, with the category locked. */
  beforeDelete: readonly Hook<[id: number, context: OwnerContext]>[]
}

/** The parts of a listing that come from higher rooms. */
export interface ListingParts {
  /** Finds an earlier listing of the same thing by the same student. It runs with the category locked. */
  findEarlier(
    tx: Db,
    posted: Pick<ListingRow, 'category' | 'id' | 'seller_id' | 'posted_at'>,
    now: number,
  ): Promise<{ id: number } | undefined>
  revealSellerEmail(
    request: FastifyRequest,
    row: ListingRowWithEmail,
  ): Promise<Pick<Contact, 'email'>>
  /** Reads what the page of a listing says beside the listing itself. */
  readPageFacts(
    db: Db,
    row: ListingRow,
    now: number,
  ): Promise<{ signals: Signal[]; sales: SaleFigure | null }>
  /** Returns the prices in cents on which the seller and a student have agreed in an accepted offer, by listing. */
  findAcceptedPrices(db: Db, listingIds: readonly number[]): Promise<Map<number, number>>
  readOwnSignals(
    db: Db,
    rows: readonly ListingRow[],
    now: number,
  ): Promise<Map<number, OwnSignal[]>>
  countFavourites(db: Db, listingIds: readonly number[]): Promise<Map<number, number>>
  findModeration(
    db: Db,
    listingIds: readonly number[],
    now: number,
  ): Promise<Map<number, NonNullable<OwnListing['moderation']>>>
}
