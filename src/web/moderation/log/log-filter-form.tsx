import type { LogEntry } from '#contract/moderation.ts'
import { logActions } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { Chip } from '../../ui/controls/chip.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { type LogFilters, logFiltersQuery } from '../people/people-queries.ts'
import { FilterForm } from './filter-form.tsx'
import { logActionLabels } from './log-entry-view.tsx'

const options = logActions.map((value) => ({ value, label: logActionLabels[value] }))

/** Filters the log by action. Filters by student or moderator come from links on other pages, and can be removed here. */
export function LogFilterForm({
  filters,
  entries,
}: {
  filters: LogFilters
  entries: readonly LogEntry[]
}) {
  const { action, actor, student } = filters
  const without = (name: 'actor' | 'student') =>
    pagePaths.moderationLog(logFiltersQuery({ ...filters, [name]: undefined, before: undefined }))
  // All entries share the filtered student and moderator, so the first entry has their names. Without entries, only the id
  // is known.
  const [entry] = entries
  return (
    <>
      <FilterForm path={pagePaths.moderationLog}>
        <Select
          label="What"
          name="action"
          placeholder="Everything"
          options={options}
          defaultValue={action ?? ''}
          flush
        />
        {actor && <input type="hidden" name="actor" value={actor} />}
        {student && <input type="hidden" name="student" value={student} />}
      </FilterForm>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {actor && (
          <Chip as={Link} active to={without('actor')}>
            By {entry?.actor?.name ?? `student #${actor}`}
          </Chip>
        )}
        {student && (
          <Chip as={Link} active to={without('student')}>
            About {entry?.student?.name ?? `student #${student}`}
          </Chip>
        )}
      </div>
    </>
  )
}
