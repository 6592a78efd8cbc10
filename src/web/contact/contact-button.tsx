import { type MouseEvent, useEffect, useState } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { logInToContactPath } from '../listings/contact-id.ts'
import { contactWords } from '../listings/contact-words.ts'
import { Link } from '../navigation/link.tsx'
import { requestConfirmationToContact } from '../session/confirmation/confirmation-request.ts'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { emailSellerHref } from './email-seller.tsx'
import { type ContactKind, useContact } from './use-contact.ts'

const FirstMessageDialog = lazyDialog(
  async () =>
    (await import('../messages/first-message/first-message-dialog.tsx')).FirstMessageDialog,
)

type Labels = Record<Exclude<ContactKind, 'none'>, string>

const panelLabels = (category: AnyCategory, listing: Listing): Labels => ({
  login: `Log in to contact ${contactWords(category, listing).person}`,
  confirm: 'Confirm your email first',
  thread: 'Open your conversation',
  message: 'Message',
  email: contactWords(category, listing).email,
})

/**
 * The first way to reach the seller. One link for all of them keeps the focus when the contact arrives; before the code is
 * there, it leads to the page with the address.
 */
export function ContactButton({
  category,
  listing,
  labels = panelLabels(category, listing),
  shouldResume = false,
  ...rest
}: {
  category: AnyCategory
  listing: Listing
  labels?: Labels
  /** Does what a click would, for a student who logged in for it. */
  shouldResume?: boolean
  fullWidth?: boolean
  'data-needs-script'?: boolean
}) {
  const { data, kind } = useContact(category, listing)
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
    if (kind === 'email') return emailSellerHref(category, listing, data)
    if (kind !== 'login') return pagePaths.contact(category.id, listing.id)
    return logInToContactPath(category, listing)
  }
  return (
    <>
      <LinkButton as={Link} {...rest} to={to()} onClick={handleClick}>
        {labels[kind]}
      </LinkButton>
      <FirstMessageDialog
        category={category}
        listing={listing}
        open={isOpen}
        isLikely={kind === 'message'}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

/** Whether the student begins here, instead of where the link leads. */
function begin(kind: ContactKind, openDialog: () => void): boolean {
  if (kind === 'message') openDialog()
  else if (kind === 'confirm') requestConfirmationToContact()
  else return false
  return true
}
