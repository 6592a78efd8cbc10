import sql from 'sql-template-tag'
import { bumpVersionsOfBothSides, messageVersion } from './messages/message-version-queries.ts'
import { hasThreads } from './messages/thread-queries.ts'
import { countUnreadThreads, unreadThreads } from './messages/unread-queries.ts'
import { returnKeptReports } from './moderation/reports/kept-report-queries.ts'
import { deleteFavourites, findFavouriteIds } from './saved/favourites/favourite-queries.ts'
import { deleteSavedSearches } from './saved/searches/saved-search-queries.ts'
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
