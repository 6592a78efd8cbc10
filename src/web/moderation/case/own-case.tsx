import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { ModerationShell } from '../moderation-shell.tsx'

/** In place of a case about one's own things: others decide on them. */
export function OwnCase({ title, message }: { title: string; message: string }) {
  return (
    <ModerationShell title={title}>
      <p className="mt-4">{message}</p>
      <p className="mt-2">
        <Link to={pagePaths.moderation()} className="link">
          Back to the queue
        </Link>
      </p>
    </ModerationShell>
  )
}
