import type { Contact, Seller } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatSellerContact, formatSellerName } from '#format/format.ts'
import { Link } from '../navigation/link.tsx'
import { isUnconfirmed } from '../queries/api.ts'
import { classNames } from '../ui/class-names.ts'
import { Avatar } from '../ui/content/avatar.tsx'
import { EmailAddress } from '../ui/content/email-address.tsx'

/** The spec's dash, and what it means. */
const noAddress = `Email: ${formatSellerContact({})} (students only)`

/**
 * The seller's name, with a link to the profile, and their address. The address has two lines, which are empty while it
 * loads, so that nothing moves when it arrives.
 */
export function SellerCard({
  seller,
  email,
  placeholder,
}: {
  seller: Seller
  email?: string | null | undefined
  /** The text in place of the address, or undefined for readers who may not ask for it. */
  placeholder?: string | undefined
}) {
  const name = formatSellerName(seller)
  return (
    <div className="flex min-w-0 items-start gap-4">
      <Avatar name={name} />
      <p className="min-w-0">
        <Link to={pagePaths.student(seller.id)} dir="auto" className="link block font-semibold">
          {name}
        </Link>
        <SellerFacts seller={seller} />
        <span
          className={classNames(
            'block text-ink-2 text-sm leading-snug',
            // The second line reaches into the space below, which is wide enough while it is empty.
            placeholder !== undefined && '-mb-2.5 min-h-[2lh]',
          )}
        >
          {email ? <EmailAddress email={email} /> : (placeholder ?? noAddress)}
        </span>
      </p>
    </div>
  )
}

/** The seller's university, and whether they have confirmed their email. */
function SellerFacts({ seller: { university, is_confirmed } }: { seller: Seller }) {
  if (!university) return null
  return (
    <span className="block text-sm">
      {university}
      {is_confirmed && '\u00a0· Email confirmed'}
    </span>
  )
}

/** The text in place of an address. It is empty while the address is loading. */
export function addressPlaceholder({
  data,
  error,
}: {
  data: Contact | undefined
  error: Error | null
}): string {
  if (data) return 'Email not shown'
  if (isUnconfirmed(error)) return 'Confirm your email to see theirs'
  return error ? "We couldn't load it" : ''
}
