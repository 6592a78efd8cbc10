import type { Contact, Seller } from '#contract/listings.ts'
import { cannotMessageText } from '#contract/message-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'
import { hasMessages } from '../session/has-messages.ts'
import { useSession } from '../session/session.tsx'

/** Why a seller's address is not shown, and why nothing can be written where that is so. */
export function NoAddress({ contact, seller }: { contact: Contact; seller: Seller }) {
  const { user } = useSession()
  const { message, messages, reason, thread_id } = contact
  const canWrite = messages || thread_id !== null || reason === 'own'
  return (
    // As high as the button, in whose place it comes.
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
