import type { Seller } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'

/** For a reader who has blocked the seller. */
export function BlockedSeller({ seller }: { seller: Seller }) {
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
