import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { confirmationCode } from '#contract/account-rules.ts'
import { type ConfirmEmail, confirmEmailBody, type SessionUser } from '#contract/accounts.ts'
import type { OwnAccount } from '#contract/own-account.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { setServerErrors } from '../../forms/set-server-errors.ts'
import { errorMessage, useApi } from '../../queries/api.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { EmailAddress } from '../../ui/content/email-address.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CodeField } from '../../ui/controls/code-field.tsx'
import { accountQuery } from '../account-queries.ts'
import { BouncedAddress } from './bounced-address.tsx'
import { lastCodeQuery } from './last-code.ts'
import { ResendButton } from './resend-button.tsx'
import { useConfirmEmail } from './use-confirm-email.ts'
import { useResendCode } from './use-resend-code.ts'

/** The field for the code that was mailed, wherever something waits for a confirmed mailbox. */
export function ConfirmEmailForm({
  user,
  sendsCode = false,
  onConfirmed,
  ref,
}: {
  user: SessionUser
  /** Mails a code by itself if this tab knows of none: for a form that opens because something was refused. */
  sendsCode?: boolean
  onConfirmed?: () => void
  ref?: Ref<{ focus: () => void }>
}) {
  const form = useForm<ConfirmEmail>({
    resolver: zodResolver(confirmEmailBody),
    defaultValues: { code: '' },
    // Typing the next code removes the error, and shows none before it is complete.
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = form.formState
  const code = fieldProps(form, 'code')
  const { mutateAsync: confirm } = useConfirmEmail()
  const submit = form.handleSubmit((body) =>
    confirm(body).then(onConfirmed, (error: unknown) => {
      setServerErrors(form, error, errorMessage(error))
      form.setFocus('code', { shouldSelect: true })
    }),
  )
  const submitted = useRef('')
  /** The same wrong code again would cost another try: it takes a press of the button. */
  const submitOnce = (complete: string) => {
    if (isSubmitting || complete === submitted.current) return
    submitted.current = complete
    submit()
  }

  // As it was at first: nothing moves while the form goes.
  const [isNewAccount] = useState(user.confirmation === 'required')
  const { bouncedAt, isCodeRefused = false } = useMailbox(user)
  const isBounced = isNewAccount && bouncedAt != null
  const [isOpened, setIsOpened] = useState(isNewAccount || sendsCode)
  const openField = () => {
    flushSync(() => setIsOpened(true))
    form.setFocus('code')
  }
  const resend = useResendCode(user, openField)
  const { isKnown, isSending, hasLiveCode } = resend
  const sendFirstCode = useEffectEvent(() => {
    if (sendsCode && !hasLiveCode && resend.secondsToWait === 0) resend.send(false)
  })
  useEffect(() => {
    if (isKnown) sendFirstCode()
  }, [isKnown])
  useImperativeHandle(ref, () => ({ focus: () => form.setFocus('code') }), [form.setFocus])

  // A new account was mailed a code, perhaps in another tab, so it has the field all the same.
  const hasField = isOpened || hasLiveCode
  return (
    <form method="dialog" data-eager-script noValidate onSubmit={submit} className="grid gap-2">
      <noscript>
        <Callout>This form needs JavaScript. Turn it on to continue.</Callout>
      </noscript>
      {isBounced ? (
        <BouncedAddress email={user.email} />
      ) : (
        <p role="status" className="measure mb-1">
          {isCodeRefused && !isSending
            ? 'The email server refused our last code to'
            : isSending
              ? 'Sending a code to'
              : hasLiveCode
                ? 'We sent a code to'
                : 'We can send a code to'}{' '}
          {/* On a line of its own: the field does not move when the words before change. */}
          <strong className="block font-semibold">
            <EmailAddress email={user.email} />
          </strong>{' '}
          {isCodeRefused && !isSending
            ? 'The mailbox may be full. Make room in it, then ask for a new code.'
            : `It works for ${confirmationCode.validMinutes} minutes.`}
        </p>
      )}
      {hasField && (
        <>
          <CodeField
            {...code}
            label={`${confirmationCode.digits}-digit code`}
            length={confirmationCode.digits}
            readOnly={isSubmitting}
            onChange={(event) => {
              form.clearErrors()
              if (resend.error) resend.forget()
              code.onChange(event)
            }}
            onComplete={submitOnce}
          >
            <Button type="submit" busy={isSubmitting}>
              Confirm
            </Button>
          </CodeField>
          <p className="measure text-ink-2 text-sm">
            {hasLiveCode || sendsCode
              ? 'Nothing there? Look in your junk folder too.'
              : 'Have a code already? Type it in above.'}
            {isNewAccount && !isBounced && ' Wrong email? Log out and sign up with the right one.'}
          </p>
        </>
      )}
      <p role="alert" className="text-danger empty:hidden">
        {errors.code ? undefined : (errors.root?.message ?? resend.error)}
      </p>
      <ResendButton resend={resend} isPrimary={!hasField} />
      {!hasField && (
        <Button variant="quiet" size="small" className="justify-self-start" onClick={openField}>
          Have a code already?
        </Button>
      )}
    </form>
  )
}

/** A mail server that refuses a code does so within seconds. */
const refusalsComeWithinMs = 60_000

/** What became of mails to the student: read again while a refusal may come, and when they return from the mailbox. */
function useMailbox({ id }: SessionUser): Partial<OwnAccount> {
  const { data: lastCode } = useQuery(lastCodeQuery(id))
  const pollUntil = (lastCode?.sentAt ?? 0) + refusalsComeWithinMs
  const { data: account = {} } = useQuery({
    ...accountQuery(useApi()),
    refetchOnWindowFocus: 'always',
    refetchInterval: () => (Date.now() < pollUntil ? 5_000 : false),
  })
  return account
}
