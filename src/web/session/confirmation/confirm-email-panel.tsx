import type { ReactNode } from 'react'
import type { SessionUser } from '#contract/accounts.ts'
import { MailSentIllustration } from '../../ui/illustrations/mail-sent.tsx'
import { ConfirmEmailForm } from './confirm-email-form.tsx'

/** Above a page that a new account cannot use before it is confirmed. */
export function ConfirmEmailPanel({
  user,
  onConfirmed,
  children,
}: {
  user: SessionUser
  /** The focus was in the panel, which goes. */
  onConfirmed: () => void
  /** What is waiting. */
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
