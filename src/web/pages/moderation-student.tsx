import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { OwnCase } from '../moderation/case/own-case.tsx'
import { StudentCaseView } from '../moderation/case/student-case-view.tsx'
import { queueQuery } from '../moderation/moderation-queries.ts'
import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { logFiltersQuery } from '../moderation/people/people-filters.ts'
import { studentCaseQuery } from '../moderation/people/people-queries.ts'
import { parseQueueFilters } from '../moderation/queue/queue-filters.ts'
import { isFromQueue } from '../moderation/queue/queue-navigation.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { LoadFailed } from '../ui/content/load-failed.tsx'
import { Spinner } from '../ui/content/spinner.tsx'

const title = 'Student'

export function Component() {
  const api = useApi()
  const { id = '' } = useParams()
  const parameters = new URLSearchParams(useLocation().search)
  const filters = parseQueueFilters(parameters)
  const isQueued = isFromQueue(parameters)
  const query = useQuery(studentCaseQuery(api, id))
  const { data: { items } = { items: [] } } = useQuery({
    ...queueQuery(api, filters),
    enabled: isQueued,
  })
  const { data, error } = query
  if (!data) {
    return (
      <ModerationShell title={title}>
        {error ? <LoadFailed {...query} error={error} /> : <Spinner label="Loading…" />}
      </ModerationShell>
    )
  }
  if ('found' in data) {
    const queue = isQueued ? { items, filters } : undefined
    return <StudentCaseView key={id} found={data.found} queue={queue} />
  }
  if (data.status === 403) return <OwnCase title={title} message={data.message} />
  return (
    <ModerationShell title={title}>
      <NotFound id={Number(id)} />
    </ModerationShell>
  )
}

function NotFound({ id }: { id: number }) {
  return (
    <p className="mt-6">
      There's no student with this number. The account may be deleted.{' '}
      <Link to={pagePaths.moderationLog(logFiltersQuery({ student: id }))} className="link">
        Decisions about it
      </Link>{' '}
      ·{' '}
      <Link to={pagePaths.moderatedStudents()} className="link">
        Find a student
      </Link>
    </p>
  )
}
