import { useState } from 'react'
import { brand } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { AccountLink } from '../account/entrance/account-link.tsx'
import { AccountScreen } from '../account/entrance/account-screen.tsx'
import { ForgotPasswordForm } from '../account/entrance/forgot-password-form.tsx'
import type { TypedEmail } from '../account/entrance/typed-email.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { useReturnPath } from '../session/use-return-path.ts'
import { Callout } from '../ui/content/callout.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { MailSentIllustration } from '../ui/illustrations/mail-sent.tsx'

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
