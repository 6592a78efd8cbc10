import { type MouseEvent, useEffect, useState } from 'react'
import type { Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { contactWords } from '../listings/listing-display.ts'
import { signUpToContactPath } from '../listings/listing-urls.ts'
import { Link } from '../navigation/link.tsx'
import { requestConfirmationToContact } from '../session/confirmation/confirmation-request.ts'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { emailSellerHref } from './email-seller.tsx'
import { type ContactKind, signUpLabel, useContact } from './use-contact.ts'

const FirstMessageDialog = lazyDialog(
  async () =>
    (await import('../messages/first-message/first-message-dialog.tsx')).FirstMessageDialog,
)

type Labels = Record<Exclude<ContactKind, 'none'>, string>

const panelLabels = (listing: Listing): Labels => ({
  login: signUpLabel,
  confirm: 'Confirm your email first',
  thread: 'Open your conversation',
  message: 'Message',
  email: contactWords(listing).email,
})

/**
 * The first way to reach the seller. It is the same link for all ways, so that it keeps the focus when the contact arrives.
 * Before JavaScript loads, it leads to the page with the address.
 */
export function ContactButton({
  listing,
  labels = panelLabels(listing),
  shouldResume = false,
  ...rest
}: {
  listing: Listing
  labels?: Labels
  /** Acts as if it were clicked, for a student who logged in to reach the seller. */
  shouldResume?: boolean
  fullWidth?: boolean
  'data-needs-script'?: boolean
}) {
  const { data, kind } = useContact(listing)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (shouldResume) begin(kind, () => setOpen(true))
  }, [shouldResume, kind])
  if (kind === 'none') return null
  const handleClick = (event: MouseEvent) => {
    if (begin(kind, () => setOpen(true))) event.preventDefault()
  }
  const to = () => {
    if (data?.thread_id) return pagePaths.thread(data.thread_id)
    if (kind === 'email') return emailSellerHref(listing, data)
    if (kind !== 'login') return pagePaths.contact(listing.category, listing.id)
    return signUpToContactPath(listing)
  }
  return (
    <>
      <LinkButton as={Link} {...rest} to={to()} onClick={handleClick}>
        {labels[kind]}
      </LinkButton>
      <FirstMessageDialog
        listing={listing}
        open={isOpen}
        isLikely={kind === 'message'}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

/** Opens a dialog if the student can start on this page. Returns false if the link has to lead to another page. */
function begin(kind: ContactKind, openDialog: () => void): boolean {
  if (kind === 'message') openDialog()
  else if (kind === 'confirm') requestConfirmationToContact()
  else return false
  return true
}
