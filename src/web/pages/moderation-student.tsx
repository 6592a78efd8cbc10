import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { StudentCaseView } from '../moderation/case/student-case-view.tsx'
import { queueQuery } from '../moderation/moderation-queries.ts'
import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { logFiltersQuery, studentCaseQuery } from '../moderation/people/people-queries.ts'
import { parseQueueFilters } from '../moderation/queue/queue-filters.ts'
import { isFromQueue } from '../moderation/queue/queue-navigation.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { AwaitCase, loadCase } from './moderation-page.tsx'
import { staffPage } from './staff-page.tsx'

export const { Component, loader } = staffPage(
  ModeratedStudent,
  loadCase(studentCaseQuery, isFromQueue),
)

function ModeratedStudent() {
  const api = useApi()
  const { id = '' } = useParams()
  const parameters = new URLSearchParams(useLocation().search)
  const filters = parseQueueFilters(parameters)
  const isQueued = isFromQueue(parameters)
  const { data: { items } = { items: [] } } = useQuery({
    ...queueQuery(api, filters),
    enabled: isQueued,
  })
  const title = 'Student'
  const notFound = (
    <ModerationShell title={title}>
      <NotFound id={Number(id)} />
    </ModerationShell>
  )
  return (
    <AwaitCase title={title} query={studentCaseQuery(api, id)} notFound={notFound}>
      {(found) => (
        <StudentCaseView key={id} found={found} queue={isQueued ? { items, filters } : undefined} />
      )}
    </AwaitCase>
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
