import sql from 'sql-template-tag'
import type { ListingHooks, ListingParts } from './listings/listing-hooks.ts'
import { bumpVersionsOfBothSides, messageVersion } from './messages/message-version-queries.ts'
import { moveThreadExpiry } from './messages/move-thread-expiry.ts'
import { hasThreads } from './messages/thread-queries.ts'
import { countUnreadThreads, unreadThreads } from './messages/unread-queries.ts'
import { closeReportsOfListing } from './moderation/reports/close-reports.ts'
import { answerGone } from './moderation/reports/gone.ts'
import { returnKeptReports } from './moderation/reports/kept-report-queries.ts'
import { showEdited } from './moderation/reports/show-again.ts'
import { findModeration } from './moderation/takedown-queries.ts'
import {
  countFavouritesBySeller,
  deleteFavourites,
  findFavouriteIds,
} from './saved/favourites/favourite-queries.ts'
import { deleteSavedSearches } from './saved/searches/saved-search-queries.ts'
import { findRenewable } from './signals/duplicates/read-duplicates.ts'
import { readOwnSignals, readPageSignals } from './signals/read-signals.ts'
import type { SessionParts, StudentHooks } from './students/student-hooks.ts'

// What lower rooms set off in upper ones. Rooms import only those below them; this file knows all, and app.ts hands it in.

export const studentHooks: StudentHooks = {
  mailboxProved: [returnKeptReports],
  takenBack: [bumpVersionsOfBothSides, deleteFavourites, deleteSavedSearches],
}

export const sessionParts: SessionParts = {
  columns: {
    unread: unreadThreads(sql`users.id`),
    messageVersion: messageVersion(sql`users.id`),
  },
  countUnread: countUnreadThreads,
  hasThreads,
  findFavourites: findFavouriteIds,
}

export const listingHooks: ListingHooks = {
  beforeEdit: [showEdited],
  edited: [moveThreadExpiry],
  ownerActed: [answerGone],
  beforeDelete: [closeReportsOfListing],
}

/** All but the address, whose reading needs the limits of the app. */
export const listingParts: Omit<ListingParts, 'readAddress'> = {
  findEarlier: findRenewable,
  readPageSignals,
  readOwnSignals,
  countFavouritesBySeller,
  findModeration,
}
