import { isMovingOutTime } from '#contract/moving-out-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { Callout } from '../../ui/content/callout.tsx'

/** Offers to post several items at once, in the last weeks of a term. */
export function MovingOutOffer({ className }: { className?: string }) {
  if (!isMovingOutTime(useToday())) return null
  return (
    <div className={className}>
      <Callout>
        <p>
          Moving out?{' '}
          <Link to={pagePaths.movingOutForm} className="link">
            Post everything at once
          </Link>
          , and share one page.
        </p>
      </Callout>
    </div>
  )
}
