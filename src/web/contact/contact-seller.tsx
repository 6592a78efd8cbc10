import type { Ref } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { contactId, logInToContactPath } from '../listings/contact-id.ts'
import { contactWords } from '../listings/contact-words.ts'
import { SellerCard } from '../listings/detail/seller-card.tsx'
import { Link } from '../navigation/link.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { useLazyPart } from '../ui/use-lazy-part.ts'
import { useCanAsk } from './use-can-ask.ts'

interface ContactSellerProps {
  category: AnyCategory
  listing: Listing
}

const importSellerContact = async () => (await import('./seller-contact.tsx')).SellerContact

/** The seller's name for everyone. How to reach them, and its code, is loaded for those who may know. */
export function ContactSeller({
  ref,
  ...props
}: ContactSellerProps & { ref?: Ref<HTMLDivElement> }) {
  const { seller } = props.listing
  const canAsk = useCanAsk(seller)
  const { Part: SellerContact } = useLazyPart(importSellerContact, { isNeeded: canAsk })
  const contents = () => {
    if (canAsk && SellerContact) return <SellerContact {...props} />
    return (
      <>
        <SellerCard seller={seller} placeholder={canAsk ? '' : undefined} />
        {canAsk ? <ContactLinks {...props} /> : <LogInToContact {...props} />}
      </>
    )
  }
  return (
    <section aria-labelledby={contactId} className="relative grid grid-cols-1 gap-4">
      <h2 id={contactId} className="title-4 scroll-mt-6">
        {contactWords(props.category, props.listing).heading}
      </h2>
      {contents()}
      {/* Where the buttons end, also when their code replaces them. */}
      <div ref={ref} className="absolute bottom-0" />
    </section>
  )
}

/** In the place of the buttons, and as high, until their code is there: links to the page that says the same without code. */
function ContactLinks({ category, listing }: ContactSellerProps) {
  const href = pagePaths.contact(category.id, listing.id)
  return (
    <div className="grid gap-3 print:hidden">
      <LinkButton href={href}>Message</LinkButton>
      <div className="grid min-h-12 grid-cols-2 gap-2">
        <LinkButton href={href} variant="secondary" size="small">
          {contactWords(category, listing).email}
        </LinkButton>
      </div>
    </div>
  )
}

function LogInToContact({ category, listing }: ContactSellerProps) {
  return (
    <LinkButton
      as={Link}
      to={logInToContactPath(category, listing)}
      fullWidth
      className="print:hidden"
    >
      {`Log in to contact ${contactWords(category, listing).person}`}
    </LinkButton>
  )
}
