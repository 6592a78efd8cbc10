import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { brand } from '#campus.ts'
import { invalidResetLinkMessage } from '#contract/accounts.ts'
import { pagePaths } from '#contract/paths.ts'
import { AccountScreen } from '../accounts/account-screen.tsx'
import { resetLinkQuery } from '../accounts/reset-link-query.ts'
import { ResetPasswordForm } from '../accounts/reset-password-form.tsx'
import { fetchSession } from '../accounts/session.tsx'
import { broadcastSessionChange } from '../accounts/session-broadcast.ts'
import { setSessionUser } from '../accounts/set-session-user.ts'
import { useApi } from '../api.ts'
import { useHead } from '../head.ts'
import { Link } from '../link.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { showToast } from '../ui/toast-store.ts'

export function Component() {
  useHead({
    title: `Choose a new password · ${brand}`,
    description: `Choose a new ${brand} password.`,
  })
  const [searchParams] = useSearchParams()
  const token = searchParams.get('token')
  // Asked by the loader, and not again: a link that has just been used is no longer valid.
  const { data: link } = useQuery({ ...resetLinkQuery(useApi(), token ?? ''), enabled: false })
  const [linkError, setLinkError] = useState<string>()
  const finishReset = useFinishReset()
  if (!token) return <InvalidLink message="This reset link is incomplete: its token is missing." />
  if (link?.isValid === false) return <InvalidLink message={invalidResetLinkMessage} />
  if (linkError) return <InvalidLink message={linkError} focusHeading />
  return (
    <AccountScreen
      title="Choose a new password"
      lead="You will be logged out everywhere, then log in with the new one."
      wide
    >
      <ResetPasswordForm token={token} onChanged={finishReset} onInvalidLink={setLinkError} />
    </AccountScreen>
  )
}

/** The server ended all sessions of the user, perhaps this browser's too. */
function useFinishReset() {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    setSessionUser(queryClient, await fetchSession(api).catch(() => null))
    broadcastSessionChange()
    showToast({ variant: 'ok', text: 'Your password was changed. Log in with the new one.' })
    navigate(pagePaths.login(), { replace: true })
  }
}

function InvalidLink({ message, focusHeading }: { message: string; focusHeading?: boolean }) {
  return (
    <AccountScreen
      title="This link does not work"
      lead={message}
      {...(focusHeading && { focusHeading })}
    >
      <LinkButton as={Link} to={pagePaths.forgotPassword} fullWidth className="mt-6">
        Request a new link
      </LinkButton>
    </AccountScreen>
  )
}
