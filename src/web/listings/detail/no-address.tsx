import type { Contact, Seller } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../link.tsx'

/** Why a seller's address is not shown. */
export function NoAddress({ contact, seller }: { contact: Contact; seller: Seller }) {
  return (
    // As high as the button, in whose place it comes.
    <p className="grid min-h-12 content-center justify-items-start text-ink-2 text-sm">
      {contact.message}
      {contact.reason === 'hidden' && (
        <Link to={pagePaths.student(seller.id)} className="link py-1">
          See their other listings
        </Link>
      )}
    </p>
  )
}
