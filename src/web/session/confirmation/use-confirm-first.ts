import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Api, isUnconfirmed, useApi } from '../../queries/api.ts'
import { fetchSession } from '../session.tsx'
import { setSessionUser } from '../set-session-user.ts'
import { requestConfirmation } from './confirmation-request.ts'

/**
 * Runs a write. If the server refuses it until the email is confirmed, this asks for the code and runs the write again.
 * `next` tells the student what happens after the confirmation.
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
    // An open tab may still have the session from before the yearly confirmation was due.
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
