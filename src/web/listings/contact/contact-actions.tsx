import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { useSession } from '../../accounts/session.tsx'
import { BlockedSeller } from './blocked-seller.tsx'
import { ContactButton } from './contact-button.tsx'
import { contactId } from './contact-id.ts'
import { CopyAddress } from './copy-address.tsx'
import { EmailSeller } from './email-seller.tsx'
import { NoAddress } from './no-address.tsx'
import { useContact } from './use-contact.ts'

interface ContactActionsProps {
  category: AnyCategory
  listing: Listing
  /** On the page to which the first button leads without code. */
  isContactPage?: boolean
}

/** Two rows, of the same height whatever is in them: nothing moves when the contact arrives. */
export function ContactActions({ isContactPage, ...props }: ContactActionsProps) {
  const { kind } = useContact(props.category, props.listing)
  return (
    <div ref={useFocusAfterLogin()} className="grid gap-3 print:hidden">
      <ContactButton
        {...props}
        fullWidth
        data-needs-script={(isContactPage && kind === 'message') || undefined}
      />
      <OtherWays {...props} />
    </div>
  )
}

function OtherWays({ category, listing }: ContactActionsProps) {
  const { data, kind } = useContact(category, listing)
  if (data?.blocked) return <BlockedSeller seller={listing.seller} />
  if (data?.message) return <NoAddress contact={data} seller={listing.seller} />
  if (kind === 'confirm') return <div className="min-h-12" />
  const hasMail = kind !== 'email'
  return (
    <div className="flex min-h-12 flex-wrap gap-2">
      {hasMail && <EmailSeller category={category} listing={listing} contact={data} />}
      <CopyAddress email={data?.email} />
    </div>
  )
}

/** A visitor who came to write goes on with one press. */
function useFocusAfterLogin() {
  const actions = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const { isLoggedIn } = useSession()
  useEffect(() => {
    if (!isLoggedIn || hash !== `#${contactId}`) return
    // After the effect of the shell, which focuses the new page.
    queueMicrotask(() => actions.current?.querySelector('a')?.focus())
  }, [hash, isLoggedIn])
  return actions
}
