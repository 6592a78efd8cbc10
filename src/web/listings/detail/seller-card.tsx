import { formatSellerContact, formatSellerName } from '#contract/format.ts'
import type { Seller } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'

/**
 * Name, with a link to the profile, and address. The address has two lines, which are empty while it is loading:
 * nothing moves when it arrives.
 */
export function SellerCard({
  seller,
  email,
  placeholder = formatSellerContact({ email }),
}: {
  seller: Seller
  email?: string | null | undefined
  /** What is in the place of the address. */
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
        <span className="block min-h-[2lh] text-ink-2 max-sm:text-sm">
          {email ? <EmailAddress email={email} /> : placeholder}
        </span>
      </p>
    </div>
  )
}
