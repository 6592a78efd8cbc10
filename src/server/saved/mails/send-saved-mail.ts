import { type CategoryId, categoryById, isForConfirmed } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import { maxMailedListings } from '#contract/saved-rules.ts'
import type { Db } from '../../database/database.ts'
import type { RunningJob } from '../../jobs/job-kind.ts'
import { findListingRows } from '../../listings/listing-queries.ts'
import { presentListing } from '../../listings/present-listing.ts'
import { onePerStudent } from '../../listings/search/find-fits.ts'
import { type MailJobKind, savedMailKind } from '../../mail/mail-kinds.ts'
import { type MailSender, toJobError } from '../../mail/mail-sender.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import type { MailLinks } from '../../mail/unsubscribe-links.ts'
import { canSee } from '../../policies.ts'
import { canBeMailed } from '../../students/can-be-mailed.ts'
import { isSuspended } from '../../students/restrictions/standing.ts'
import { type Account, findUser } from '../../students/user-queries.ts'
import { findSavedSearches } from '../searches/saved-search-queries.ts'
import { rereadFits } from './new-fits.ts'
import { rereadFavourites, rereadFound } from './reread-mail.ts'
import { buildSavedMail } from './saved-mail.ts'
import type { SavedMailPayload } from './saved-mail-payload.ts'
import { buildStillLookingMail } from './still-looking-mail.ts'

interface SendDeps {
  sender: MailSender
  links: MailLinks
  verifyEmail: boolean
}

/**
 * The email is sent twice, with the same Message-ID, rather than never. News that is no longer true is left out. If no
 * news is left, no email is sent.
 */
export const savedMail = (deps: SendDeps): MailJobKind<SavedMailPayload> => ({
  name: savedMailKind,
  priority: 'bulk',
  delivery: 'at-least-once',
  run: (job) =>
    send(job, deps).catch((error) => {
      throw toJobError(error)
    }),
})

async function send(job: RunningJob<SavedMailPayload>, { sender, links, verifyEmail }: SendDeps) {
  const { db, payload } = job
  const student = await findUser(db, payload.userId)
  if (student?.bouncedAt) return sender.skip(payload, 'bounced')
  if (!student?.mailSaved || !canBeMailed(student, verifyEmail)) {
    return sender.skip(payload, 'no longer due')
  }
  const mail = await buildMail(db, student, payload, links, job.now())
  if (!mail) return sender.skip(payload, 'no longer due')
  return sender.send(job, mail, payload.subject)
}

function buildMail(
  db: Db,
  student: Account,
  payload: SavedMailPayload,
  links: MailLinks,
  now: number,
): Promise<Mail | undefined> {
  return payload.template === 'still-looking'
    ? buildQuestion(db, student, payload, links)
    : buildNews(db, student, payload, links, now)
}

async function buildQuestion(
  db: Db,
  student: Account,
  { searchIds }: Extract<SavedMailPayload, { template: 'still-looking' }>,
  links: MailLinks,
): Promise<Mail | undefined> {
  const searches = await findSavedSearches(db, student.id)
  const paused = searches.filter(
    ({ id, paused_at, frequency }) =>
      searchIds.includes(id) && paused_at !== null && frequency !== 'off',
  )
  return paused.length > 0 ? buildStillLookingMail(student, paused.toReversed(), links) : undefined
}

async function buildNews(
  db: Db,
  student: Account,
  payload: Extract<SavedMailPayload, { template: 'saved-news' }>,
  links: MailLinks,
  now: number,
): Promise<Mail | undefined> {
  // Suspended students read no housing requests, by email neither.
  const maySee = (category: CategoryId) =>
    !isSuspended(student, now) || !isForConfirmed(categoryById[category])
  const found = (await rereadFound(db, student, payload.found, now)).filter(({ search }) =>
    maySee(search.category),
  )
  const changed = (await rereadFavourites(db, student, payload.favourites, now)).filter(
    ({ category }) => maySee(category),
  )
  const fits = isSuspended(student, now) ? [] : (payload.fits ?? [])
  const fitting = (await rereadFits(db, student, fits, now)).map(({ own, fits: all }) => ({
    own,
    fits: onePerStudent(all),
  }))
  // Favourites get places first, because only this email shows their changes.
  const needs = [
    changed.length,
    ...found.map(({ listingIds }) => listingIds.length),
    ...fitting.map(({ fits }) => fits.length),
  ]
  const [places, ...otherPlaces] = shareOut(needs, maxMailedListings)
  const placesOfSearches = otherPlaces.slice(0, found.length)
  const placesOfFits = otherPlaces.slice(found.length)
  const shownFavourites = changed.slice(0, places)
  const shownFound = found.map((each, index) => ({
    ...each,
    shown: each.listingIds.slice(0, placesOfSearches[index]),
  }))
  const rows = await findListingRows(db, [
    ...shownFavourites.map(({ listingId }) => listingId),
    ...shownFound.flatMap(({ shown }) => shown),
  ])
  const present = (id: number): Listing[] => {
    const row = rows.get(id)
    const isShown = row && canSee('student', row, now)
    return isShown ? [presentListing(row, now)] : []
  }
  const searches = shownFound.map(({ search, listingIds, shown, hasMore }) => {
    const listings = shown.flatMap(present).filter(({ status }) => isListed(status))
    const count = listingIds.length - (shown.length - listings.length)
    return { search, listings, count, hasMore }
  })
  const favourites = shownFavourites.flatMap((favourite) =>
    present(favourite.listingId).map((listing) => ({ ...favourite, listing })),
  )
  const contents = {
    searches: searches.filter(({ count }) => count > 0),
    favourites,
    favouriteCount: changed.length - (shownFavourites.length - favourites.length),
    fits: fitting.map(({ own, fits }, index) => ({
      own: presentListing(own, now),
      count: fits.length,
      listings: fits
        .slice(0, placesOfFits[index])
        .map(({ row, fit }) => ({ listing: presentListing(row, now), fit })),
    })),
  }
  if (contents.searches.length + contents.favouriteCount + contents.fits.length === 0) {
    return undefined
  }
  return buildSavedMail(student, contents, { links, now })
}

/** Shares places among groups in turn, until no place is left or no group needs more. */
export function shareOut(needs: readonly number[], places: number): number[] {
  const shares = needs.map(() => 0)
  let left = places
  while (left > 0) {
    const before = left
    for (const [index, need] of needs.entries()) {
      const share = shares[index] ?? 0
      if (left === 0 || share >= need) continue
      shares[index] = share + 1
      left -= 1
    }
    if (left === before) break
  }
  return shares
}
