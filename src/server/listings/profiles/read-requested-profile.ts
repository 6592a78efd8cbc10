import type { Db } from '../../database/database.ts'
import { parseId } from '../../http/id-params.ts'
import type { ConfirmationContext } from '../../students/confirmation/confirmation.ts'
import { findUser } from '../../students/user-queries.ts'
import type { RequestWithId } from '../require-listing.ts'
import { readProfile } from './read-profile.ts'

/** Of the student whose id is in the path; undefined for a caller to whom there is nobody. */
export async function readRequestedProfile(
  db: Db,
  request: RequestWithId,
  context: ConfirmationContext,
) {
  const id = parseId(request.params.id)
  const account = id && (await findUser(db, id))
  const profile = account && (await readProfile(db, account, request, context))
  return profile && { account, profile }
}
