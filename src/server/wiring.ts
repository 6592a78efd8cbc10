import sql from 'sql-template-tag'
import { appSecretData } from './app-secret.ts'
import { announcementsData } from './campus/announcements.ts'
import { campusData } from './campus/stored-campus.ts'
import { contactData } from './contact/contact-read-queries.ts'
import { countsData } from './counts/counts.ts'
import { databaseData } from './database/migrate.ts'
import type { RoomData } from './database/room-data.ts'
import { geocodingData } from './geocoding/geocoder.ts'
import { jobsData } from './jobs/job-queries.ts'
import { limitsData } from './limits/rate-limit.ts'
import type { ListingHooks, ListingParts } from './listings/listing-deps.ts'
import { listingsData } from './listings/listings-data.ts'
import { mailData } from './mail/mail-jobs.ts'
import {
  bumpVersionsOfBothSides,
  bumpVersionsOfThreads,
  countUnreadThreads,
  messageVersion,
  unreadThreads,
} from './messages/message-version-queries.ts'
import { messagesData } from './messages/messages-data.ts'
import { callOffIfAvailable } from './messages/offers/deals.ts'
import { findAcceptedPrices } from './messages/offers/offer-queries.ts'
import { moveThreadExpiry } from './messages/thread-expiry.ts'
import { hasThreads } from './messages/thread-queries.ts'
import { moderationData } from './moderation/moderation-data.ts'
import { closeReportsOfListing } from './moderation/reports/close-reports.ts'
import { returnKeptReports } from './moderation/reports/kept-report-queries.ts'
import { answerReportedGone } from './moderation/reports/reported-gone.ts'
import { showEdited } from './moderation/reports/show-again.ts'
import { findModeration } from './moderation/take-down.ts'
import { operationsData } from './operations/operations-data.ts'
import { photosData } from './photos/photos-data.ts'
import {
  countFavourites,
  deleteFavourites,
  findFavouriteIds,
} from './saved/favourites/favourite-queries.ts'
import { savedData } from './saved/saved-data.ts'
import { deleteSavedSearches } from './saved/searches/saved-search-queries.ts'
import { findRenewable } from './signals/duplicates/read-duplicates.ts'
import { readOwnSignals, readPageFacts } from './signals/read-signals.ts'
import { signalsData } from './signals/signals-data.ts'
import type { SessionParts } from './students/sessions/session-queries.ts'
import type { StudentHooks } from './students/student-deps.ts'
import { studentsData } from './students/students-data.ts'
import type { Account } from './students/user-queries.ts'
import { versionsData } from './versions/category-versions.ts'
import { visitsData } from './visits/visit-queries.ts'

// This file has the hooks that lower rooms run and upper rooms provide, and the list of personal data. It stands above
// every room that has tables; app.ts passes its hooks to the rooms below.

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
  ownerActed: [
    answerReportedGone,
    (tx, listing, { now }) => callOffIfAvailable(tx, listing, now),
    (tx, { id }) => bumpVersionsOfThreads(tx, id),
  ],
  beforeDelete: [closeReportsOfListing, (tx, id) => bumpVersionsOfThreads(tx, id)],
}

/** The parts of listings. `revealSellerEmail` is missing here, because it needs the app's limits. */
export const listingParts: Omit<ListingParts, 'revealSellerEmail'> = {
  findEarlier: findRenewable,
  readPageFacts,
  readOwnSignals,
  countFavourites,
  findModeration,
  findAcceptedPrices,
}

/** The data of every room. When an account is deleted, `remove` runs in this order. */
export const roomData: readonly RoomData<Account>[] = [
  // Reports are closed first, while the listings and threads that they are about still exist.
  moderationData,
  listingsData(listingParts),
  messagesData,
  savedData,
  signalsData,
  contactData,
  photosData,
  visitsData,
  studentsData,
  mailData,
  jobsData,
  limitsData,
  geocodingData,
  versionsData,
  appSecretData,
  databaseData,
  campusData,
  announcementsData,
  countsData,
  operationsData,
]
