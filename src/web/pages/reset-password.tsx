import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { brand } from '#campus.ts'
import { invalidResetLinkMessage } from '#contract/accounts.ts'
import { pagePaths } from '#contract/paths.ts'
import { AccountScreen } from '../account/entrance/account-screen.tsx'
import { resetLinkQuery } from '../account/entrance/reset-link-query.ts'
import { ResetPasswordForm } from '../account/entrance/reset-password-form.tsx'
import { useResetToken } from '../account/entrance/use-reset-token.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { hasStatus, useApi } from '../queries/api.ts'
import { fetchSession } from '../session/session.tsx'
import { broadcastSessionChange } from '../session/session-broadcast.ts'
import { setSessionUser } from '../session/set-session-user.ts'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

/** The server knows no token and renders the form for everyone; the page then says that a link is dead. */
export function Component() {
  useHead({
    title: `Choose a new password · ${brand}`,
    description: `Choose a new ${brand} password.`,
  })
  const isHydrated = useHydrated()
  const token = useResetToken()
  const { error } = useQuery({ ...resetLinkQuery(useApi(), token), enabled: token !== '' })
  const [submitError, setSubmitError] = useState<string>()
  const finishReset = useFinishReset()
  if (isHydrated && !token) {
    return <InvalidLink message="This link is incomplete. Ask for a new one." />
  }
  // After any other error the form stays: the server checks again.
  const linkError = hasStatus(error, 400) ? invalidResetLinkMessage : submitError
  if (linkError) return <InvalidLink message={linkError} />
  return (
    <AccountScreen
      title="Choose a new password"
      lead="You'll be logged out everywhere. Then log in with the new one."
      wide
    >
      <ResetPasswordForm token={token} onChanged={finishReset} onInvalidLink={setSubmitError} />
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

function InvalidLink({ message }: { message: string }) {
  return (
    <AccountScreen title="This link doesn't work" lead={message} focusHeading>
      <LinkButton as={Link} to={pagePaths.forgotPassword} fullWidth className="mt-6">
        Ask for a new link
      </LinkButton>
    </AccountScreen>
  )
}
