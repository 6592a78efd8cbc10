import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { LogResponse } from '#contract/moderation.ts'
import { pagePaths } from '#contract/paths.ts'
import { CaseLog } from '../moderation/case/case-log.tsx'
import { LogEntries } from '../moderation/log/log-entry-view.tsx'
import { LogFilterForm } from '../moderation/log/log-filter-form.tsx'
import { ModerationShell } from '../moderation/moderation-shell.tsx'
import {
  isStudentRecord,
  type LogFilters,
  logFiltersQuery,
  logQuery,
  parseLogFilters,
} from '../moderation/people/people-queries.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { EmptyState } from '../ui/content/empty-state.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { EmptyIllustration } from '../ui/illustrations/empty.tsx'
import { loadFresh } from './moderation-page.tsx'
import { staffPage } from './staff-page.tsx'

export const { Component, loader } = staffPage(
  Log,
  loadFresh((api, parameters) => logQuery(api, parseLogFilters(parameters))),
)

function Log() {
  const [parameters] = useSearchParams()
  const filters = parseLogFilters(parameters)
  const query = logQuery(useApi(), filters)
  const { data } = useQuery(query)
  return (
    <ModerationShell title="Log">
      <p className="measure mt-2 text-ink-2">
        Everything that happened, newest first. Entries can't be changed or deleted. To undo a
        decision, open its listing or student.
      </p>
      <div className="mt-6">
        <LogFilterForm filters={filters} entries={data?.entries ?? []} />
      </div>
      <div className="mt-6">
        <AwaitQuery query={query}>{(log) => <Entries log={log} filters={filters} />}</AwaitQuery>
      </div>
    </ModerationShell>
  )
}

function NothingFound() {
  return (
    <div role="status">
      <EmptyState
        illustration={<EmptyIllustration />}
        title="Nothing matches"
        action={
          <LinkButton as={Link} variant="secondary" to={pagePaths.moderationLog()}>
            Show everything
          </LinkButton>
        }
      />
    </div>
  )
}

function Entries({ log: { entries, next }, filters }: { log: LogResponse; filters: LogFilters }) {
  const pathBefore = (before: number | undefined) =>
    pagePaths.moderationLog(logFiltersQuery({ ...filters, before }))
  if (entries.length === 0) return <NothingFound />
  return (
    <>
      <div className="panel">
        {isStudentRecord(filters) ? (
          <CaseLog log={entries} seen={entries[0]?.id ?? null} />
        ) : (
          <LogEntries entries={entries} />
        )}
      </div>
      <nav aria-label="Pages of the log" className="mt-6 flex flex-wrap gap-3 empty:hidden">
        {next && (
          <LinkButton as={Link} variant="secondary" to={pathBefore(next)}>
            Older
          </LinkButton>
        )}
        {filters.before && (
          <LinkButton as={Link} variant="quiet" to={pathBefore(undefined)}>
            Back to the newest
          </LinkButton>
        )}
      </nav>
    </>
  )
}
