import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../queries/api.ts'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { accountQuery } from '../account-queries.ts'
import { sessionQuery } from '../session.tsx'
import { ConfirmEmailForm } from './confirm-email-form.tsx'
import { settleConfirmation } from './confirmation-request.ts'

/** Asks for the code when an action was refused. The action runs again afterwards. */
export function ConfirmEmailDialog({
  open,
  next,
  onClose,
}: {
  open: boolean
  /** What happens once the email is confirmed, in a sentence. */
  next: string | undefined
  onClose: () => void
}) {
  const field = useRef<{ focus: () => void }>(null)
  // useSession is deferred, and an outdated session would settle the request at once.
  const { data: user } = useQuery(sessionQuery(useApi()))
  const isLoggedOut = user === null
  const isDue = user?.confirmation === 'due'
  const isConfirmed = user?.confirmation === 'confirmed'
  // The student may have confirmed in another tab.
  useEffect(() => {
    if (open && (isConfirmed || isLoggedOut)) settleConfirmation(isConfirmed)
  }, [open, isConfirmed, isLoggedOut])
  // Each opening gets a new form, which stays unchanged while the dialog closes.
  const [opened, setOpened] = useState({ count: 0, next: '', isOpen: false })
  if (open !== opened.isOpen) {
    setOpened({
      count: opened.count + (open ? 1 : 0),
      next: next ?? opened.next,
      isOpen: open,
    })
  }
  useEffect(() => {
    if (open) field.current?.focus()
  }, [open])
  return (
    <Dialog open={open} onClose={onClose} title="Confirm your email">
      <p className={classNames('mb-3 text-ink-2', isDue && 'max-sm:min-h-[2lh]')}>
        {opened.next} {isDue && <WhyAgain />}
      </p>
      {user && <ConfirmEmailForm key={opened.count} ref={field} user={user} sendsCode />}
    </Dialog>
  )
}

/** Tells a student who has published before why we ask for a code again. */
function WhyAgain() {
  const { data: account } = useQuery(accountQuery(useApi()))
  if (!account) return null
  return account.confirmedAt ? 'We ask once a year.' : 'Everyone does this once.'
}
