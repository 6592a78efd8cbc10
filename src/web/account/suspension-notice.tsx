import { useSession } from '../session/session.tsx'
import { Callout } from '../ui/content/callout.tsx'

/** Tells a suspended student until when, why, and how to appeal, before they start something that would be refused. */
export function SuspensionNotice({ className }: { className: string }) {
  const { user } = useSession()
  if (!user?.suspension) return null
  return (
    <div className={className}>
      <Callout>
        <p className="text-base">{user.suspension.message}</p>
      </Callout>
    </div>
  )
}
