import type { Overview } from '#contract/operations.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatDate, formatMoment, formatNumber, pluralize } from '#format/format.ts'
import { Link } from '../navigation/link.tsx'
import { useToday } from '../queries/use-today.ts'
import { Callout } from '../ui/content/callout.tsx'
import { AccessPart } from './access-part.tsx'
import { HealthPart } from './health-part.tsx'
import { Panel, Part, Table } from './overview-parts.tsx'
import { StudentsPart } from './student-figures.tsx'

/** Tells an admin how the site is doing. Every chart has its numbers beside it, and works as a table without the bars. */
export function OverviewView({ overview }: { overview: Overview }) {
  return (
    <div className="overview">
      <WaitingPart waiting={overview.waiting} />
      <StudentsPart students={overview.students} />
      <AccessPart access={overview.access} />
      <HealthPart health={overview.health} />
    </div>
  )
}

const caseNames = { reports: 'Reports', appeals: 'Appeals' } as const

function WaitingPart({ waiting }: Pick<Overview, 'waiting'>) {
  const { cases, roles, rolesToConfirm, placeholders, alerts } = waiting
  const today = useToday()
  return (
    <Part title="Waiting for you">
      {alerts.length > 0 && (
        <div className="overview-wide">
          <Callout>
            <ul>
              {alerts.map(({ text, since }) => (
                <li key={text}>{`${text} Since ${formatMoment(since, today)}.`}</li>
              ))}
            </ul>
          </Callout>
        </div>
      )}
      <Panel title="Reports and appeals">
        {cases.every(({ byAge }) => byAge.every((count) => count === 0)) ? (
          <p className="text-ink-2">Nothing is waiting.</p>
        ) : (
          <Table head={['Waiting', 'Under a day', '1 to 3 days', 'Longer']}>
            {cases.map(({ kind, byAge }) => (
              <tr key={kind}>
                <th scope="row">{caseNames[kind]}</th>
                {byAge.map((count, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same three.
                  <td key={index} className="overview-number">
                    {formatNumber(count)}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        )}
        <p className="mt-3">
          <Link to={pagePaths.moderation()} className="link">
            Open the queue
          </Link>
        </p>
      </Panel>
      <Panel title="Roles">
        {roles.length === 0 ? (
          <p>No role ends within a month.</p>
        ) : (
          <ul className="grid list-disc gap-1 pl-5 [overflow-wrap:anywhere]">
            {roles.map(({ name, role, endsOn }) => (
              <li key={`${name} ${endsOn}`}>{`${name}, ${role}, until ${formatDate(endsOn)}`}</li>
            ))}
          </ul>
        )}
        {rolesToConfirm > 0 && (
          <p className="mt-3">
            {`Yearly review: ${pluralize(rolesToConfirm, 'role')} to confirm.`}
          </p>
        )}
        <p className="mt-3">
          <Link to={pagePaths.roles} className="link">
            Open the roles
          </Link>
        </p>
      </Panel>
      <Panel title="Settings nobody has changed" wide>
        {placeholders.length === 0 ? (
          <p>None.</p>
        ) : (
          <ul className="grid list-disc gap-1 pl-5 [overflow-wrap:anywhere]">
            {placeholders.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <p className="mt-3">
          <Link to={pagePaths.settings} className="link">
            Open the settings
          </Link>
        </p>
      </Panel>
    </Part>
  )
}
