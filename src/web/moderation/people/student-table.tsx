import type { StudentsResponse } from '#contract/moderation.ts'
import { pagePaths } from '#contract/paths.ts'
import { dash, formatMonth, formatNumber } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { useSession } from '../../session/session.tsx'
import { Badge } from '../../ui/content/badge.tsx'
import { restrictionText, roleLabels } from '../case/standing.ts'
import './student-table.css'

type Student = StudentsResponse['students'][number]

const counts = [
  ['Open reports', 'openReports'],
  ['Decisions', 'actions'],
  ['Listings', 'listings'],
] as const

const columns = ['Student', 'Member since', 'Role', 'Standing']

/** The table of students. On narrow screens each row is a card. */
export function StudentTable({ students }: { students: Student[] }) {
  return (
    <table className="student-table">
      <thead className="student-table-head">
        <tr>
          {columns.map((label) => (
            <th key={label} scope="col" className="student-table-cell">
              {label}
            </th>
          ))}
          {counts.map(([label]) => (
            <th key={label} scope="col" className="student-table-cell student-table-number">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="student-table-body">
        {students.map((student) => (
          <Row key={student.id} student={student} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ student }: { student: Student }) {
  const restriction = restrictionText(student, useToday())
  // Moderators do not read the facts about their own account.
  const isOwn = useSession().user?.id === student.id
  return (
    <tr className="student-table-row">
      <th scope="row" className="student-table-cell student-table-wide">
        {isOwn ? (
          <span dir="auto" className="font-semibold">
            {student.name} (you)
          </span>
        ) : (
          <Link
            to={pagePaths.moderatedStudent(student.id)}
            dir="auto"
            className="link font-semibold"
          >
            {student.name}
          </Link>
        )}
        {student.email && (
          <span className="block text-sm [overflow-wrap:anywhere]">{student.email}</span>
        )}
        <span className="block text-ink-2 text-sm">{student.university}</span>
      </th>
      <td className="student-table-cell" data-label="Member since">
        {formatMonth(student.memberSince)}
      </td>
      <td className="student-table-cell" data-label="Role">
        {roleLabels[student.role]}
      </td>
      <td className="student-table-cell" data-label="Standing">
        {restriction ? <Badge variant="sun">{restriction}</Badge> : 'Good'}
      </td>
      {counts.map(([label, count]) => (
        <td key={label} className="student-table-cell student-table-number" data-label={label}>
          {isOwn ? dash : formatNumber(student[count])}
        </td>
      ))}
    </tr>
  )
}
