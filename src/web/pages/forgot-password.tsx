import { useState } from 'react'
import { brand } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { AccountLink } from '../accounts/account-link.tsx'
import { AccountScreen } from '../accounts/account-screen.tsx'
import { ForgotPasswordForm } from '../accounts/forgot-password-form.tsx'
import type { TypedEmail } from '../accounts/typed-email.ts'
import { useReturnPath } from '../accounts/use-return-path.ts'
import { useHead } from '../head.ts'
import { Link } from '../link.tsx'
import { Callout } from '../ui/callout.tsx'
import { MailSentIllustration } from '../ui/illustrations/mail-sent.tsx'
import { LinkButton } from '../ui/link-button.tsx'

export function Component() {
  useHead({
    title: `Forgot your password? · ${brand}`,
    description: `Ask for a link to choose a new ${brand} password.`,
    canonical: pagePaths.forgotPassword,
  })
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo) return <Sent to={sentTo} />
  return (
    <AccountScreen
      title="Forgot your password?"
      lead="Enter your university email and we'll send you a link to choose a new one."
    >
      <ForgotPasswordForm onSent={setSentTo} />
      <p className="mt-5 text-center">
        <AccountLink to={pagePaths.login()} className="link inline-block py-1 font-semibold">
          Back to log in
        </AccountLink>
      </p>
    </AccountScreen>
  )
}

function Sent({ to }: { to: string }) {
  const { withReturnPath } = useReturnPath()
  return (
    <AccountScreen
      title="Check your email"
      lead={
        <>
          If <strong className="break-words text-ink">{to}</strong> has an account, a reset link is
          on its way. The link is valid for 5 minutes.
        </>
      }
      focusHeading
    >
      <div className="my-6 grid justify-items-center">
        <MailSentIllustration />
      </div>
      <Callout>
        Nothing there? Your university may flag the email as spam, so look in your junk folder too.
      </Callout>
      <LinkButton
        as={Link}
        to={withReturnPath(pagePaths.login())}
        state={{ email: to } satisfies TypedEmail}
        fullWidth
        className="mt-6"
      >
        Back to log in
      </LinkButton>
    </AccountScreen>
  )
}
