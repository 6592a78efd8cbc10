import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { BlockedSeller } from './blocked-seller.tsx'
import { ContactButton } from './contact-button.tsx'
import { CopyAddress } from './copy-address.tsx'
import { EmailSeller } from './email-seller.tsx'
import { NoAddress } from './no-address.tsx'
import { useContact } from './use-contact.ts'
import { useResumeContactAfterLogin } from './use-resume-contact-after-login.ts'

interface ContactActionsProps {
  category: AnyCategory
  listing: Listing
  /** On the page to which the first button leads without code. */
  isContactPage?: boolean
}

/** Two rows, of the same height whatever is in them: nothing moves when the contact arrives. */
export function ContactActions({ isContactPage, ...props }: ContactActionsProps) {
  const contact = useContact(props.category, props.listing)
  const { actions, shouldResume } = useResumeContactAfterLogin(contact)
  return (
    <div ref={actions} className="grid grid-cols-1 gap-3 print:hidden">
      <ContactButton
        {...props}
        fullWidth
        shouldResume={shouldResume}
        data-needs-script={(isContactPage && contact.kind === 'message') || undefined}
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
