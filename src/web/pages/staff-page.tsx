import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type LoaderFunction, useRevalidator } from 'react-router'
import type { SessionUser } from '#contract/accounts.ts'
import { isStaff } from '#contract/is-staff.ts'
import { SecondFactorGate } from '../account/login-ways/second-factor-gate.tsx'
import { useApi } from '../queries/api.ts'
import { getLoaderContext } from '../queries/loaders.ts'
import { fetchSession, sessionQuery, useSession } from '../session/session.tsx'
import { setSessionUser } from '../session/set-session-user.ts'
import { restrictPage } from './restricted-page.tsx'

/**
 * Makes the exports of a page for moderators and admins. Everyone else gets "not found". Without a second factor, the page
 * asks for it, and its data is not loaded.
 */
export const staffPage = (Page: () => ReactNode, load: LoaderFunction) =>
  gatedPage(isStaff, Page, load)

/** Works like `staffPage`, for admins alone. The role counts only with a second factor, so the page asks all staff for it. */
export const adminPage = (Page: () => ReactNode, load: LoaderFunction) =>
  gatedPage((user) => isStaff(user) && user?.role !== 'moderator', Page, load)

function gatedPage(
  mayOpen: (user: SessionUser | null) => boolean,
  Page: () => ReactNode,
  load: LoaderFunction,
) {
  const loadBehindGate: LoaderFunction = async (args, handlerContext) => {
    const { api, queryClient } = getLoaderContext(args)
    const student = await queryClient.ensureQueryData(sessionQuery(api))
    return student?.secondFactor ? null : load(args, handlerContext)
  }
  return restrictPage(mayOpen)(() => <Gated Page={Page} />, loadBehindGate)
}

function Gated({ Page }: { Page: () => ReactNode }) {
  const { user } = useSession()
  // The gate stays until its last step is done, because the recovery codes are shown after the role counts.
  const [gate, setGate] = useState(user?.secondFactor ?? null)
  const open = useOpenPage()
  if (user?.secondFactor && !gate) setGate(user.secondFactor)
  if (!user || !gate) return <Page />
  return (
    <SecondFactorGate
      user={user}
      isMissing={gate === 'missing'}
      onDone={async () => {
        const latest = await open()
        setGate(latest?.secondFactor ?? null)
      }}
    />
  )
}

/** Reads the session again, and loads the data of the page. */
function useOpenPage() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { revalidate } = useRevalidator()
  return async (): Promise<SessionUser | null> => {
    const user = await fetchSession(api)
    setSessionUser(queryClient, user)
    await revalidate()
    return user
  }
}
