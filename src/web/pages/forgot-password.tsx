import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { campus } from '#campus/campus.ts'
import { type RequestPasswordReset, requestPasswordResetBody } from '#contract/accounts.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { EmailField } from '../account/entrance/account-fields.tsx'
import { AccountForm } from '../account/entrance/account-form.tsx'
import { EntranceLayout } from '../account/entrance/entrance-layout.tsx'
import { requestResetErrorMessage } from '../account/entrance/error-messages.ts'
import { AccountLink, type TypedEmail, useTypedEmail } from '../account/entrance/typed-email.tsx'
import { fieldProps } from '../forms/field-props.ts'
import { setFieldErrors } from '../forms/set-field-errors.ts'
import { useTouchedForm } from '../forms/use-touched-form.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { useReturnPath } from '../session/login-redirects.tsx'
import { loadLoginWays, useLoginWays } from '../session/login-ways.ts'
import { Callout } from '../ui/content/callout.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { MailSentIllustration } from '../ui/illustrations/mail-sent.tsx'

export const loader = loadLoginWays

export function Component() {
  useHead({
    title: `Forgot your password? · ${campus.brand}`,
    description: `Ask for a link to choose a new ${campus.brand} password.`,
    canonical: pagePaths.forgotPassword,
  })
  const [sentTo, setSentTo] = useState<string>()
  const { password: hasPasswords } = useLoginWays()
  if (!hasPasswords) return <NoPasswords />
  if (sentTo) return <Sent to={sentTo} />
  return (
    <EntranceLayout
      title="Forgot your password?"
      lead="Enter your university email and we'll send you a link to choose a new one."
    >
      <ForgotPasswordForm onSent={setSentTo} />
      <p className="mt-5 text-center">
        <AccountLink to={pagePaths.login()} className="link inline-block py-1 font-semibold">
          Back to log in
        </AccountLink>
      </p>
    </EntranceLayout>
  )
}

function NoPasswords() {
  const { withReturnPath } = useReturnPath()
  return (
    <EntranceLayout
      title="There are no passwords here"
      lead={`You log in to ${campus.brand} with your university account. If you have forgotten its password, your university can help you.`}
    >
      <LinkButton as={Link} to={withReturnPath(pagePaths.login())} fullWidth className="mt-6">
        Log in
      </LinkButton>
    </EntranceLayout>
  )
}

function Sent({ to }: { to: string }) {
  const { withReturnPath } = useReturnPath()
  return (
    <EntranceLayout
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
        Didn't get it? Your university may flag the email as spam, so check your junk folder.
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
    </EntranceLayout>
  )
}

function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const api = useApi()
  const form = useTouchedForm<RequestPasswordReset>({
    resolver: zodResolver(requestPasswordResetBody),
    defaultValues: useTypedEmail(),
  })
  const submit = (values: RequestPasswordReset) =>
    api.post(apiPaths.requestPasswordReset, values).then(
      () => onSent(values.email),
      (error) => setFieldErrors(form, error, requestResetErrorMessage(error)),
    )
  return (
    <AccountForm form={form} onSubmit={submit} label="Send reset link" busyLabel="Sending…">
      <EmailField {...fieldProps(form, 'email')} autoComplete="email" enterKeyHint="send" />
    </AccountForm>
  )
}
