import { useEffect } from 'react'
import type { SessionUser } from '#contract/accounts.ts'
import { type Api, useApi } from '../api.ts'
import { useQueryClient } from '../queries/use-query.tsx'
import { changeSession } from './change-session.ts'
import { hearOtherTabs } from './other-tabs.ts'
import { fetchSession, refreshSession, useSession } from './session.ts'

const refreshMs = 1_500_000

/** Keeps the session alive while the page is open, and notices when it began or ended elsewhere. */
export function useSessionUpkeep() {
  const api = useApi()
  const queries = useQueryClient()
  const signedIn = useSession().user !== null

  useEffect(() => {
    // A failure says nothing about who is signed in.
    const follow = (ask: (api: Api) => Promise<SessionUser | null>) =>
      ask(api).then(
        (user) => changeSession(queries, user),
        () => undefined,
      )
    const check = () => follow(fetchSession)
    const stopHearing = hearOtherTabs(check)
    if (!signedIn) return stopHearing

    const checkWhenSeen = () => document.visibilityState === 'visible' && check()
    const timer = setInterval(() => follow(refreshSession), refreshMs)
    document.addEventListener('visibilitychange', checkWhenSeen)
    return () => {
      stopHearing()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', checkWhenSeen)
    }
  }, [api, queries, signedIn])
}
