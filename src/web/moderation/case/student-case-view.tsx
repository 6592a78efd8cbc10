import { isStaff } from '#contract/is-staff.ts'
import { noShowViewLabels } from '#contract/meeting-rules.ts'
import type { LogEntry, StudentCase } from '#contract/moderation.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatDate, formatMonth } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { LogEntries } from '../log/log-entry-view.tsx'
import { logFiltersQuery } from '../people/people-queries.ts'
import { RoleForm } from '../people/role-form.tsx'
import { StudentRequests } from '../people/student-requests.tsx'
import { AppealCard } from './appeal-card.tsx'
import { CaseFrame, type CaseQueue, CaseSection } from './case-frame.tsx'
import { appealsId } from './decision-buttons.tsx'
import { EarlierListings } from './earlier-listings.tsx'
import { DeletedListings, ReportList } from './report-list.tsx'
import { restrictionText, roleLabels } from './standing.ts'

/** The facts about a student, and what the moderator may do. */
export function StudentCaseView({
  found,
  queue,
}: {
  found: StudentCase
  queue: CaseQueue | undefined
}) {
  return (
    <CaseFrame found={found} title={found.student.name} queue={queue}>
      {({ askUndo }) => <StudentFacts found={found} onUndo={askUndo} />}
    </CaseFrame>
  )
}

function StudentFacts({
  found,
  onUndo,
}: {
  found: StudentCase
  onUndo: (entry: LogEntry) => void
}) {
  const { student, reports, appeals, log, listings, deletedListings, canChangeRole } = found
  return (
    <>
      <Summary student={student} forAdmins={found.forAdmins} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          {appeals.length > 0 && (
            <CaseSection title="Appeals" id={appealsId}>
              <ul className="-my-3 divide-y divide-line">
                {appeals.map((appeal) => (
                  <li key={appeal.logId} className="py-3">
                    <AppealCard appeal={appeal} log={log} />
                  </li>
                ))}
              </ul>
            </CaseSection>
          )}
          <CaseSection title="Reports">
            <ReportList reports={reports} subject="them" />
          </CaseSection>
          {deletedListings.length > 0 && (
            <CaseSection title="Deleted while reported">
              <DeletedListings listings={deletedListings} />
            </CaseSection>
          )}
          {canChangeRole && student.bannedAt === null && (
            <CaseSection title="Role">
              <RoleForm key={`${student.role} ${found.forAdmins?.roleEndsOn}`} found={found} />
            </CaseSection>
          )}
          {found.forAdmins && (
            <CaseSection title="Requests">
              <StudentRequests found={found} />
            </CaseSection>
          )}
        </div>
        <div className="grid min-w-0 gap-6">
          <CaseSection title="Listings">
            <EarlierListings listings={listings} />
          </CaseSection>
          {found.noShows.length > 0 && (
            <CaseSection title="Missed meetings">
              <p className="mb-3 text-ink-2">
                Other students say that this student didn't come. Nobody has checked it, and it
                isn't proof.
              </p>
              <NoShows noShows={found.noShows} />
            </CaseSection>
          )}
          <CaseSection title="Log">
            {log.length > 0 ? (
              <LogEntries entries={log} onUndo={onUndo} />
            ) : (
              <p className="text-ink-2">Nothing yet.</p>
            )}
          </CaseSection>
        </div>
      </div>
    </>
  )
}

function Summary({ student, forAdmins }: Pick<StudentCase, 'student' | 'forAdmins'>) {
  const { id, email, university, memberSince, role } = student
  const restriction = restrictionText(student, useToday())
  return (
    <>
      {email && <p className="mt-2 font-semibold [overflow-wrap:anywhere]">{email}</p>}
      {university && <p className="mt-2 text-ink-2">{university}</p>}
      <p className="flex flex-wrap items-center gap-2 text-ink-2">
        Member since {formatMonth(memberSince)} · {roleLabels[role]}
        {restriction && <Badge variant="sun">{restriction}</Badge>}
        {forAdmins?.hold && <Badge variant="sun">On hold</Badge>}
        {forAdmins?.deletionAt && <Badge variant="sun">To be deleted</Badge>}
      </p>
      {forAdmins && isStaff(student) && (
        <p className="text-ink-2">
          {forAdmins.roleActiveOn
            ? `Last used the role on ${formatDate(forAdmins.roleActiveOn)}`
            : 'Has not used the role yet'}
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        <Link to={pagePaths.student(id)} className="link">
          View public profile
        </Link>
        <Link to={pagePaths.moderationLog(logFiltersQuery({ student: id }))} className="link">
          Past decisions
        </Link>
        {isStaff(student) && (
          <Link to={pagePaths.moderationLog(logFiltersQuery({ actor: id }))} className="link">
            Decisions by them
          </Link>
        )}
      </p>
    </>
  )
}

function NoShows({ noShows }: Pick<StudentCase, 'noShows'>) {
  return (
    <ul className="-my-3 divide-y divide-line">
      {noShows.map(({ startsAt, by, view }) => (
        <li key={startsAt} className="py-3">
          {formatDate(startsAt)}, says{' '}
          {by ? (
            <Link to={pagePaths.moderatedStudent(by.id)} className="link">
              <bdi>{by.name}</bdi>
            </Link>
          ) : (
            'somebody whose account is deleted'
          )}
          . {view ? `Their view: “${noShowViewLabels[view]}”.` : 'They have not answered.'}
        </li>
      ))}
    </ul>
  )
}
