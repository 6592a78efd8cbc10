import type { SessionAnswer } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, ApiError } from '../api.ts'
import { studentIn } from './session.ts'

export const refreshMs = 1_500_000

/** Prolongs the session and says whose it is; a refusal means nobody's. */
export async function refreshSession(api: Api) {
  try {
    return studentIn(await api.post<SessionAnswer>(apiPaths.refresh))
  } catch (error) {
    // A server that is down says nothing about who is signed in.
    if (error instanceof ApiError && error.status < 500) return null
    throw error
  }
}
