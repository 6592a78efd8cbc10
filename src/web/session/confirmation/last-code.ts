import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { confirmationCode } from '#contract/account-rules.ts'
import type { SessionUser } from '#contract/accounts.ts'

/** The last code that this tab asked for. */
export interface LastCode {
  sentAt: number
  /** When a new one can be asked for. */
  retryAt: number
}

type UserId = SessionUser['id']

const noCode: LastCode = { sentAt: 0, retryAt: 0 }
const storageKey = (userId: UserId) => `confirmation-code/${userId}`
const queryKey = (userId: UserId) => ['confirmation-code', userId]

/** Known to all fields of the tab, also after a reload: one that opens again sends no second mail. */
export const lastCodeQuery = (userId: UserId) =>
  queryOptions({
    queryKey: queryKey(userId),
    queryFn: ({ client }) =>
      readStored(userId) ?? client.getQueryData<LastCode>(queryKey(userId)) ?? noCode,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

export function setLastCode(queryClient: QueryClient, userId: UserId, changes: Partial<LastCode>) {
  const { queryKey, gcTime } = lastCodeQuery(userId)
  queryClient.setQueryDefaults(queryKey, { gcTime })
  const last = queryClient.setQueryData(queryKey, (last = noCode) => ({ ...last, ...changes }))
  try {
    sessionStorage.setItem(storageKey(userId), JSON.stringify(last))
  } catch {
    // Storage is full or disabled: a reload forgets it.
  }
}

/** Sign-up mails the first code. */
export function rememberFirstCode(queryClient: QueryClient, { id }: Pick<SessionUser, 'id'>) {
  const sentAt = Date.now()
  setLastCode(queryClient, id, { sentAt, retryAt: sentAt + confirmationCode.resendSeconds * 1000 })
}

function readStored(userId: UserId): LastCode | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(userId)) ?? '') as LastCode
  } catch {
    return undefined
  }
}
