import { useState } from 'react'
import { brand } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { AccountScreen } from '../accounts/account-screen.tsx'
import { changeSession } from '../accounts/change-session.ts'
import { tellOtherTabs } from '../accounts/other-tabs.ts'
import { ResetPasswordForm } from '../accounts/reset-password-form.tsx'
import { fetchSession } from '../accounts/session.ts'
import { useApi } from '../api.ts'
import { useHead } from '../head.ts'
import { Link } from '../navigation/link.tsx'
import { useNavigate, useSearchParams } from '../navigation/router.tsx'
import type { PageDefinition } from '../page.ts'
import { useQueryClient } from '../queries/use-query.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { showNotice } from '../ui/notice-store.ts'

function ResetPassword() {
  useHead({
    title: `Choose a new password · ${brand}`,
    description: `Choose a new ${brand} password.`,
  })
  const search = useSearchParams()
  const token = search.get('token')
  const [dead, setDead] = useState<string>()
  const leave = useLeave()
  if (!token) return <DeadLink sentence="This reset link is incomplete: its token is missing." />
  if (dead) return <DeadLink sentence={dead} isOutcome />
  return (
    <AccountScreen
      title="Choose a new password"
      lead="You will be logged out everywhere, then log in with the new one."
    >
      <ResetPasswordForm token={token} onChanged={leave} onDeadLink={setDead} />
    </AccountScreen>
  )
}

/** The change ended every session, perhaps also the one this browser had. */
function useLeave() {
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    changeSession(queries, await fetchSession(api).catch(() => null))
    tellOtherTabs()
    showNotice({ tone: 'ok', text: 'Your password was changed. Log in with the new one.' })
    navigate(pagePaths.login(), { replace: true })
  }
}

function DeadLink({ sentence, isOutcome }: { sentence: string; isOutcome?: boolean }) {
  return (
    <AccountScreen
      title="This link does not work"
      lead={sentence}
      {...(isOutcome && { isOutcome })}
    >
      <LinkButton as={Link} to={pagePaths.forgotPassword} wide className="mt-6">
        Request a new link
      </LinkButton>
    </AccountScreen>
  )
}

export const page: PageDefinition = { Page: ResetPassword }
