import { useLocation, useNavigationType } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { CopyLink } from '../copy-link.tsx'
import '../dashboard/posted-card.css'

/** The state of the navigation to a page that was just posted. */
export interface PostedSaleState {
  isPosted: true
}

/** Offers to share the page that was just posted. It is gone after a reload. */
export function PostedSale({ id }: { id: number }) {
  const state: PostedSaleState | null = useLocation().state
  const isNew = useNavigationType() === 'PUSH' && state?.isPosted
  if (!isNew) return null
  return (
    <section aria-label="Share your new page" className="posted-card mt-5">
      <div className="posted-card-text">
        <h2 tabIndex={-1} data-route-focus className="title-3 posted-card-heading">
          It's up! Now share it.
        </h2>
        <p className="posted-card-help">
          Anyone with the link can see it. Post it in your course or residence chat.
        </p>
        <CopyLink url={new URL(pagePaths.movingOut(id), location.origin).href} />
      </div>
    </section>
  )
}
