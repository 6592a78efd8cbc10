import { useRef } from 'react'
import type { OwnAccount } from '#contract/own-account.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { formatMonth } from '#format/format.ts'
import { ConfirmEmailPanel } from '../session/confirmation/confirm-email-form.tsx'
import { ConfirmedBadge } from '../session/confirmation/confirmed-badge.tsx'
import { EmailAddress } from '../ui/content/email-address.tsx'

/** The email address, and whether its mailbox is confirmed. */
export function AccountSummary({ account }: { account: OwnAccount }) {
  const { confirmation, joinedAt, confirmedAt, bouncedAt, isCodeRefused } = account
  const address = useRef<HTMLParagraphElement>(null)
  return (
    <>
      <p ref={address} tabIndex={-1} className="overflow-clip text-lg outline-none">
        <EmailAddress email={account.email} />
      </p>
      <p className="mt-1 mb-3 text-ink-2">Member since {formatMonth(toCampusDay(joinedAt))}</p>
      {confirmedAt && (
        <ConfirmedBadge month={toCampusDay(confirmedAt)} isCurrent={confirmation === 'confirmed'} />
      )}
      {(confirmation === 'required' || bouncedAt || isCodeRefused) && (
        <div className="mt-6">
          <ConfirmEmailPanel user={account} onConfirmed={() => address.current?.focus()}>
            {confirmation === 'required'
              ? 'Then you can post listings and contact sellers.'
              : bouncedAt
                ? "An email to this address bounced, so we stopped sending any. Confirm it and we'll start again."
                : 'Then you can post listings and contact sellers again.'}
          </ConfirmEmailPanel>
        </div>
      )}
    </>
  )
}

const toCampusDay = (time: string) => campusIsoDate(Date.parse(time))
