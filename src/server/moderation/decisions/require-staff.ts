import type { Db } from '../../database/database.ts'
import { notFound } from '../../http/error-handler.ts'
import type { Action, Policies } from '../../policies.ts'
import { roleAt } from '../../students/restrictions/standing.ts'
import { type Account, findUser } from '../../students/user-queries.ts'

/**
 * The moderator of this transaction as they are now: 404 for one whose role was taken away, or who was suspended, since
 * the request began. The lock of the session on the row makes either wait for the commit.
 */
export async function requireStaff(
  tx: Db,
  userId: number,
  { policies, action, now }: { policies: Policies; action: Action; now: number },
): Promise<Account> {
  const account = await findUser(tx, userId)
  const role = account && roleAt(account, now)
  if (!role || !policies.can(role, action)) throw notFound()
  return { ...account, role }
}
