import { useSearchParams } from 'react-router'
import type { StudentsResponse } from '#contract/moderation.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatNumber, pluralize } from '#format/format.ts'
import { FilterForm } from '../moderation/log/filter-form.tsx'
import { ModerationShell } from '../moderation/moderation-shell.tsx'
import {
  parseStudentFilters,
  type StudentFilters,
  studentFilterLabels,
  studentsQuery,
} from '../moderation/people/people-queries.ts'
import { StudentTable } from '../moderation/people/student-table.tsx'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { useSession } from '../session/session.tsx'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { EmptyState } from '../ui/content/empty-state.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { Select } from '../ui/controls/select.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { EmptyIllustration } from '../ui/illustrations/empty.tsx'
import { loadFresh } from './moderation-page.tsx'
import { staffPage } from './staff-page.tsx'

const { all, ...others } = studentFilterLabels
const adminOptions = Object.entries(others).map(([value, label]) => ({ value, label }))
const options = adminOptions.filter(({ value }) => value !== 'requested')

export const { Component, loader } = staffPage(
  Students,
  loadFresh((api, parameters) => studentsQuery(api, parseStudentFilters(parameters))),
)

function Students() {
  const [parameters] = useSearchParams()
  const filters = parseStudentFilters(parameters)
  const isAdmin = useSession().user?.role === 'admin'
  return (
    <ModerationShell title="Students">
      <div className="mt-6 mb-6">
        <FilterForm path={pagePaths.moderatedStudents}>
          <TextField
            label={isAdmin ? 'Name or email address' : 'Name'}
            name="q"
            type="search"
            maxLength={100}
            autoComplete="off"
            defaultValue={filters.q}
            flush
          />
          <Select
            label="Which"
            name="filter"
            placeholder={all}
            options={isAdmin ? adminOptions : options}
            defaultValue={filters.filter === 'all' ? '' : filters.filter}
            flush
          />
        </FilterForm>
      </div>
      <AwaitQuery query={studentsQuery(useApi(), filters)}>
        {(data) => <Results data={data} filters={filters} />}
      </AwaitQuery>
    </ModerationShell>
  )
}

function Results({ data, filters }: { data: StudentsResponse; filters: StudentFilters }) {
  const { students, total } = data
  if (total === 0) return <NobodyFound filters={filters} />
  return (
    <>
      <p role="status" className="mb-4 text-ink-2">
        {students.length < total
          ? `The first ${students.length} of ${formatNumber(total)} students. Search by name to see others.`
          : pluralize(total, 'student')}
      </p>
      <StudentTable students={students} />
    </>
  )
}

function NobodyFound({ filters: { q } }: { filters: StudentFilters }) {
  return (
    <div role="status">
      <EmptyState
        illustration={<EmptyIllustration />}
        title={nobodyText(q)}
        action={
          <LinkButton as={Link} variant="secondary" to={pagePaths.moderatedStudents()}>
            {all}
          </LinkButton>
        }
      />
    </div>
  )
}

function nobodyText(q: string): string {
  if (!q) return 'Nobody here'
  return q.includes('@') ? 'No student matches that email address' : 'No student matches that name'
}
