import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Api, isUnconfirmed, useApi } from '../../queries/api.ts'
import { fetchSession } from '../session.tsx'
import { setSessionUser } from '../set-session-user.ts'
import { requestConfirmation } from './confirmation-request.ts'

/**
 * Runs a write. If it is refused until the mailbox is confirmed, asks for the code, saying what comes next, and runs it
 * again.
 */
export async function confirmFirst<Result>(
  { api, queryClient }: { api: Api; queryClient: QueryClient },
  next: string,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!isUnconfirmed(error)) throw error
    // A tab that was open for days does not know: after a year the next publication asks again.
    setSessionUser(queryClient, await fetchSession(api))
    if (!(await requestConfirmation(next))) throw error
    return write()
  }
}

export function useConfirmFirst() {
  const api = useApi()
  const queryClient = useQueryClient()
  return <Result>(next: string, write: () => Promise<Result>) =>
    confirmFirst({ api, queryClient }, next, write)
}
