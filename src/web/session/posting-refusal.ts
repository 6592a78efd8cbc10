import { mayNotPostMessage } from '#contract/account-rules.ts'
import type { SessionUser } from '#contract/accounts.ts'

/** Returns why the student may not post, edit or renew listings, as the server would, or null. */
export const postingRefusal = (
  user: Pick<SessionUser, 'suspension' | 'mayPost' | 'pause'> | null | undefined,
): string | null =>
  user?.suspension?.message ??
  user?.pause?.message ??
  (user?.mayPost === false ? mayNotPostMessage : null)
