import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Listing } from '#contract/listing.ts'
import type { Contact, Seller } from '#contract/listings.ts'
import { cannotMessageText } from '#contract/message-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { contactId } from '../listings/listing-urls.ts'
import { Link } from '../navigation/link.tsx'
import { hasMessages } from '../session/has-messages.ts'
import { useSession } from '../session/session.tsx'
import { useHasLoggedIn } from '../session/use-has-logged-in.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { ContactButton } from './contact-button.tsx'
import { EmailSeller } from './email-seller.tsx'
import { addressPlaceholder, SellerCard } from './seller-card.tsx'
import { useContact } from './use-contact.ts'

/** The seller's card and the ways to reach them, for readers who may ask for the contact. */
export function SellerContact(props: { listing: Listing }) {
  const contact = useContact(props.listing)
  return (
    <>
      <SellerCard
        seller={props.listing.seller}
        email={contact.data?.email}
        placeholder={addressPlaceholder(contact)}
      />
      <ContactActions {...props} />
    </>
  )
}

interface ContactActionsProps {
  listing: Listing
  /** Whether the actions are on the contact page, where the first button leads without JavaScript. */
  isContactPage?: boolean
}

/** Shows two rows of a fixed height, so that nothing moves when the contact arrives. */
export function ContactActions({ isContactPage, ...props }: ContactActionsProps) {
  const contact = useContact(props.listing)
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

function OtherWays({ listing }: ContactActionsProps) {
  const { data, kind } = useContact(listing)
  if (data?.blocked) return <BlockedSeller seller={listing.seller} />
  if (data?.message) return <NoAddress contact={data} seller={listing.seller} />
  if (kind === 'confirm') return <div className="min-h-12" />
  const hasMail = kind !== 'email'
  return (
    <div className="flex min-h-12 flex-wrap gap-2">
      {hasMail && <EmailSeller listing={listing} contact={data} />}
      <CopyAddress email={data?.email} />
    </div>
  )
}

function BlockedSeller({ seller }: { seller: Seller }) {
  return (
    <p className="grid min-h-12 content-center justify-items-start text-ink-2 text-sm">
      <span>
        You've blocked <bdi>{seller.name}</bdi>.
      </span>
      <Link to={`${pagePaths.account}#blocked`} className="link py-1">
        Unblock them in your account
      </Link>
    </p>
  )
}

/** Says why the seller's address is not shown. If the reader cannot message the seller either, it says that first. */
function NoAddress({ contact, seller }: { contact: Contact; seller: Seller }) {
  const { user } = useSession()
  const { message, messages, reason, thread_id } = contact
  const canWrite = messages || thread_id !== null || reason === 'own'
  return (
    // The text is as high as the button that it replaces.
    <p className="grid min-h-12 content-center justify-items-start text-ink-2 text-sm">
      {!canWrite && user && hasMessages(user) && <span>{cannotMessageText}</span>}
      {message}
      {reason === 'hidden' && (
        <Link to={pagePaths.student(seller.id)} className="link py-1">
          See their other listings
        </Link>
      )}
    </p>
  )
}

/** Copies the seller's address. Without an address the button is invisible, but keeps its place. */
function CopyAddress({ email }: { email: string | null | undefined }) {
  const copy = async (address: string) => {
    const key = 'copy-address'
    try {
      await navigator.clipboard.writeText(address)
      showToast({ variant: 'ok', text: 'Email copied.', key })
    } catch {
      // The clipboard needs permission, and does not exist over plain HTTP.
      showToast({ variant: 'info', text: `Copy it by hand: ${address}`, key })
    }
  }
  return (
    <Button
      variant="secondary"
      size="small"
      className={classNames('flex-1 max-sm:px-3', !email && 'invisible')}
      onClick={() => email && copy(email)}
    >
      Copy email
    </Button>
  )
}

/**
 * Opens the message dialog for a visitor who logged in to write, once they have entered the code if we ask for one. Without
 * such a login, the first link gets the focus. The hash is removed, so that neither a reload nor Back opens the dialog
 * again.
 */
function useResumeContactAfterLogin({ kind, data, error }: ReturnType<typeof useContact>) {
  const actions = useRef<HTMLDivElement>(null)
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const { isLoggedIn } = useSession()
  const isAsked = isLoggedIn && hash === `#${contactId}`
  // The dialog opens only after a login in this tab, not for a link that somebody else wrote.
  const hasLoggedIn = useHasLoggedIn()
  const [isResuming, setResuming] = useState(false)

  const begin = useEffectEvent(() => {
    // The microtask runs after the shell's effect, which focuses the new page.
    queueMicrotask(() => focusFirstLink(actions))
    if (!hasLoggedIn) return
    setResuming(true)
    navigate(pathname + search, { replace: true, state, preventScrollReset: true })
  })
  useEffect(() => {
    if (isAsked) begin()
  }, [isAsked])

  const isKnown = data !== undefined || error !== null
  const shouldResume = isResuming && isKnown
  useEffect(() => {
    if (!shouldResume) return
    focusFirstLink(actions)
    // While the code is still missing, keep waiting: the message dialog opens after it.
    if (kind !== 'confirm') setResuming(false)
  }, [shouldResume, kind])
  return { actions, shouldResume }
}

const focusFirstLink = ({ current }: RefObject<Element | null>) =>
  current?.querySelector('a')?.focus()
