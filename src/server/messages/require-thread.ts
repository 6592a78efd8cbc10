import type { Db } from '../database/database.ts'
import { parseId } from '../http/id-params.ts'
import type { RequestWithId } from '../listings/require-listing.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import { threadNotFound } from './thread-not-found.ts'
import { findThread } from './thread-queries.ts'

/** An onRequest hook for the routes of one thread: 404 comes before what is wrong with the body. */
export const createRequireThread =
  ({ db, now }: { db: Db; now: () => number }) =>
  async (request: RequestWithId): Promise<void> => {
    const id = parseId(request.params.id)
    const reader = { userId: loggedInUser(request).id, now: now() }
    if (!id || !(await findThread(db, id, reader))) throw threadNotFound()
  }
