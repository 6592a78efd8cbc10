import { postingRefusal } from '../session/posting-refusal.ts'
import { useSession } from '../session/session.tsx'
import { Callout } from '../ui/content/callout.tsx'

/** Tells a student who may not post why, before they start something that would be refused. */
export function PostingNotice({ className }: { className: string }) {
  const refusal = postingRefusal(useSession().user)
  if (!refusal) return null
  return (
    <div className={className}>
      <Callout>
        <p className="measure text-base">{refusal}</p>
      </Callout>
    </div>
  )
}
