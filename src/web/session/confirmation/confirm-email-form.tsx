import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { confirmationCode } from '#contract/account-rules.ts'
import { type ConfirmEmail, confirmEmailBody, type SessionUser } from '#contract/accounts.ts'
import type { OwnAccount } from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { setServerErrors } from '../../forms/set-server-errors.ts'
import { errorMessage, useApi } from '../../queries/api.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { EmailAddress } from '../../ui/content/email-address.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CodeField } from '../../ui/controls/code-field.tsx'
import { MailSentIllustration } from '../../ui/illustrations/mail-sent.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { accountQuery } from '../account-queries.ts'
import { useLogout } from '../login.ts'
import { broadcastSessionChange, setSessionUser } from '../set-session-user.ts'
import { lastCodeQuery, ResendButton, useResendCode } from './resend-code.tsx'

/** A panel above a page that a new account cannot use before it is confirmed. */
export function ConfirmEmailPanel({
  user,
  onConfirmed,
  children,
}: {
  user: SessionUser
  /** Called once the email is confirmed. It must move the focus, because the panel that had it disappears. */
  onConfirmed: () => void
  /** The text about what the student can do afterwards. */
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby="confirm-email"
      className="panel flex flex-wrap items-center gap-x-10 border-gold"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="confirm-email" className="title-3">
          Confirm your email
        </h2>
        <p className="measure mt-2 mb-4 text-ink-2">{children}</p>
        <ConfirmEmailForm user={user} onConfirmed={onConfirmed} />
      </div>
      <div className="max-md:hidden">
        <MailSentIllustration />
      </div>
    </section>
  )
}

/** The field for the code from the email. It appears wherever an action needs a confirmed mailbox. */
export function ConfirmEmailForm({
  user,
  sendsCode = false,
  onConfirmed,
  ref,
}: {
  user: SessionUser
  /** Sends a code at once if this tab knows of none. Set it if the form opens because an action was refused. */
  sendsCode?: boolean
  onConfirmed?: () => void
  ref?: Ref<{ focus: () => void }>
}) {
  const form = useForm<ConfirmEmail>({
    resolver: zodResolver(confirmEmailBody),
    defaultValues: { code: '' },
    // Typing the next code removes the error. No new error is shown before the code is complete.
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
  /**
   * Submits a complete code once. The same wrong code would cost another try, so only a press of the button sends it again.
   */
  const submitOnce = (complete: string) => {
    if (isSubmitting || complete === submitted.current) return
    submitted.current = complete
    submit()
  }

  // The first value stays, so that nothing moves while the form disappears.
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

  // A new account got a code by email, perhaps in another tab, so it always has the field.
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
          {/* The address has its own line, so that the field does not move when the words before it change. */}
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
              ? "Didn't get it? Check your junk folder."
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

/** The time in which a mail server usually refuses a code. Most refuse within seconds. */
const refusalsComeWithinMs = 60_000

/**
 * Returns whether emails to the student arrive. Refetches while a refusal may come, and when they return from the mailbox.
 */
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

/** Confirms the mailbox. Fetches data that was refused before again, in other tabs too. */
function useConfirmEmail() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ConfirmEmail) => api.post<SessionUser>(apiPaths.confirmEmail, body),
    onSuccess: (user) => {
      setSessionUser(queryClient, user)
      // The session does not change for an address that was confirmed before it bounced.
      queryClient.invalidateQueries({ queryKey: accountQuery(api).queryKey })
      broadcastSessionChange()
      showToast({ variant: 'ok', text: 'Your email is confirmed.' })
    },
  })
}

/** Tells a new student that the code bounced, and how to start again. */
function BouncedAddress({ email }: { email: string }) {
  const { logout, isPending } = useLogout()
  return (
    <div className="mb-2 grid justify-items-start gap-2">
      <p role="status" className="measure">
        Our email to{' '}
        <strong className="font-semibold">
          <EmailAddress email={email} />
        </strong>{' '}
        bounced. Is it spelled right? If not, log out and sign up with the right one.
      </p>
      <Button variant="secondary" size="small" busy={isPending} onClick={() => logout()}>
        Log out
      </Button>
    </div>
  )
}
