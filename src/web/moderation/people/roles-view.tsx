import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { RolesResponse, StaffRole } from '#contract/people.ts'
import { formatDate } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { errorMessage } from '../../queries/api.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { roleLabels } from '../case/standing.ts'
import { useRoleChange } from './role-form.tsx'
import './student-table.css'

/** The page of all roles: the yearly review, and until when each role lasts. */
export function RolesView({ data: { roles, review } }: { data: RolesResponse }) {
  const toConfirm = roles.filter(({ isToConfirm }) => isToConfirm)
  return (
    <>
      {toConfirm.length > 0 && (
        <div className="mt-6">
          <Callout>
            <h2 className="font-semibold">
              {review.isOpen
                ? `Review of ${review.year}: are these roles still needed?`
                : `Nobody confirmed these roles in September ${review.year}`}
            </h2>
            <ul className="mt-2 grid gap-2">
              {toConfirm.map((role) => (
                <li key={role.id}>
                  <ToConfirm role={role} />
                </li>
              ))}
            </ul>
          </Callout>
        </div>
      )}
      <div className="mt-6">
        <RoleTable roles={roles} />
      </div>
      <p className="mt-6 max-w-prose text-ink-2">
        A role ends after its last day. Two weeks before, the person and all admins get an email.
        Once a year, another admin confirms that each role is still needed. The last admin keeps the
        role until there is another.
      </p>
    </>
  )
}

function ToConfirm({ role: { id, name, role, isOwn, seen } }: { role: StaffRole }) {
  const confirm = useRoleChange(apiPaths.roleReview(id))
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span>
        <bdi>{name}</bdi>, {roleLabels[role].toLowerCase()}
      </span>
      {isOwn ? (
        <span className="text-ink-2">Another admin confirms your role.</span>
      ) : (
        <Button
          variant="secondary"
          size="small"
          busy={confirm.isPending}
          onClick={() => confirm.mutate({ seen })}
        >
          Confirm<span className="sr-only"> the role of {name}</span>
        </Button>
      )}
      <span role="alert" className="text-danger empty:hidden">
        {confirm.error ? errorMessage(confirm.error) : ''}
      </span>
    </div>
  )
}

const columns = ['Name', 'Role', 'Last day', 'Last active', 'Confirmed']

/** The table of roles. On narrow screens each row is a card. */
export function RoleTable({ roles }: { roles: StaffRole[] }) {
  return (
    <table className="student-table">
      <thead className="student-table-head">
        <tr>
          {columns.map((label) => (
            <th key={label} scope="col" className="student-table-cell">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="student-table-body">
        {roles.map((role) => (
          <tr key={role.id} className="student-table-row">
            <th scope="row" dir="auto" className="student-table-cell student-table-wide">
              {role.isOwn ? (
                <span className="font-semibold">{role.name} (you)</span>
              ) : (
                <Link to={pagePaths.moderatedStudent(role.id)} className="link font-semibold">
                  {role.name}
                </Link>
              )}
            </th>
            <td className="student-table-cell" data-label="Role">
              {roleLabels[role.role]}
            </td>
            <td className="student-table-cell" data-label="Last day">
              {role.endsOn === null ? 'No end' : formatDate(role.endsOn)}
              {role.isOver && (
                <>
                  {' '}
                  <Badge variant="sun">Over</Badge>
                </>
              )}
            </td>
            <td className="student-table-cell" data-label="Last active">
              {role.activeOn === null ? 'Not yet' : formatDate(role.activeOn)}
            </td>
            <td className="student-table-cell" data-label="Confirmed">
              {role.confirmedOn === null ? 'Not yet' : formatDate(role.confirmedOn)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
