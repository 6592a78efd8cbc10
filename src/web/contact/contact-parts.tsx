import type { ComponentProps, Ref } from 'react'
import type { Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { statusMessage } from '../listings/detail/listing-notices.tsx'
import type { ContactParts } from '../listings/detail/listing-view.tsx'
import { similarListingsId } from '../listings/detail/more-listings-placeholder.tsx'
import { contactWords } from '../listings/listing-display.ts'
import { contactId, logInToContactPath, signUpToContactPath } from '../listings/listing-urls.ts'
import { Link } from '../navigation/link.tsx'
import { useSession } from '../session/session.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { useLazyPart } from '../ui/use-lazy-part.ts'
import type { ContactBar } from './contact-bar.tsx'
import type { ListingFits } from './listing-fits.tsx'
import { SellerCard } from './seller-card.tsx'
import { signUpLabel, useMayAskForContact } from './use-contact.ts'

const importContactBar = async () => (await import('./contact-bar.tsx')).ContactBar

function LazyContactBar(props: ComponentProps<typeof ContactBar>) {
  // The bar loads on any screen, because a tablet may be turned.
  const { Part } = useLazyPart(importContactBar, { isNeeded: true })
  if (Part) return <Part {...props} />
  // Reserve the space above the footer, so that nothing moves when the bar appears.
  return <div className="mt-8 h-18 lg:hidden print:hidden" />
}

const importFits = async () => (await import('./listing-fits.tsx')).ListingFits

/** Only owners load the code. */
function LazyFits(props: ComponentProps<typeof ListingFits>) {
  const { Part } = useLazyPart(importFits, { isNeeded: true })
  return Part ? <Part {...props} /> : null
}

/** The components for the contact slots of the listing's page. */
export const contactParts: ContactParts = {
  ContactSeller,
  ContactBar: LazyContactBar,
  Fits: LazyFits,
  UnlistedNotice,
}

interface ContactSellerProps {
  listing: Listing
}

const importSellerContact = async () => (await import('./contact-actions.tsx')).SellerContact

/** Shows the seller's name to everyone. The contact and its code load only for readers who may ask for the contact. */
export function ContactSeller({
  ref,
  ...props
}: ContactSellerProps & { ref?: Ref<HTMLDivElement> }) {
  const { seller } = props.listing
  const canAsk = useMayAskForContact(seller)
  const { Part: SellerContact } = useLazyPart(importSellerContact, { isNeeded: canAsk })
  const contents = () => {
    if (canAsk && SellerContact) return <SellerContact {...props} />
    return (
      <>
        <SellerCard seller={seller} placeholder={canAsk ? '' : undefined} />
        {canAsk ? <ContactLinks {...props} /> : <JoinToContact {...props} />}
      </>
    )
  }
  return (
    <section aria-labelledby={contactId} className="relative grid grid-cols-1 gap-4">
      <h2 id={contactId} className="title-4 scroll-mt-6">
        {contactWords(props.listing).heading}
      </h2>
      {contents()}
      {/* Marks the buttons, even before their code has loaded. */}
      <div ref={ref} className="pointer-events-none absolute bottom-0 h-24" />
    </section>
  )
}

/** Links to the contact page, which works without JavaScript. The links are as high as the buttons that replace them. */
function ContactLinks({ listing }: ContactSellerProps) {
  const href = pagePaths.contact(listing.category, listing.id)
  return (
    <div className="grid gap-3 print:hidden">
      <LinkButton href={href}>Message</LinkButton>
      <div className="grid min-h-12 grid-cols-2 gap-2">
        <LinkButton href={href} variant="secondary" size="small">
          {contactWords(listing).email}
        </LinkButton>
      </div>
    </div>
  )
}

function JoinToContact({ listing }: ContactSellerProps) {
  return (
    <div className="grid gap-3 text-center print:hidden">
      <LinkButton as={Link} to={signUpToContactPath(listing)} fullWidth>
        {signUpLabel}
      </LinkButton>
      <p className="text-sm">
        Have an account?{' '}
        <Link to={logInToContactPath(listing)} className="link inline-block py-1 font-semibold">
          Log in to message
        </Link>
      </p>
    </div>
  )
}

const importConversationLink = async () =>
  (await import('./conversation-link.tsx')).ConversationLink

/** Replaces the contact of a listing that is no longer listed. Everyone but the owner gets links to similar listings. */
export function UnlistedNotice({ listing }: { listing: Listing }) {
  const { user } = useSession()
  const { Part: ConversationLink } = useLazyPart(importConversationLink, {
    isNeeded: user !== null && user.id !== listing.seller.id,
  })
  return (
    <>
      <p>{statusMessage(listing)}</p>
      {user?.id !== listing.seller.id && (
        <LinkButton href={`#${similarListingsId}`} fullWidth className="print:hidden">
          See similar listings
        </LinkButton>
      )}
      {ConversationLink && <ConversationLink listing={listing} />}
    </>
  )
}
