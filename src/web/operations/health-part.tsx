import { campus } from '#campus/campus.ts'
import type { Overview } from '#contract/operations.ts'
import { formatDate, formatMoment, formatNumber } from '#format/format.ts'
import { errorMessage } from '../queries/api.ts'
import { useToday } from '../queries/use-today.ts'
import { Button } from '../ui/controls/button.tsx'
import { formatBytes, Panel, Part, Table } from './overview-parts.tsx'
import { useRetryJob } from './overview-queries.ts'

export function HealthPart({ health }: { health: Overview['health'] }) {
  const today = useToday()
  const { mail, failedJobs, failedJobCount, backup, rehearsal, sizes, processes, errors } = health
  const moment = (time: string) => formatMoment(time, today)
  return (
    <Part title="Is it healthy?">
      <Panel title="Emails and jobs">
        <p>
          {mail.waiting === 0 || !mail.oldest
            ? 'No email is waiting.'
            : `Emails waiting: ${mail.isMore ? 'more than ' : ''}${formatNumber(mail.waiting)}, the oldest since ${moment(mail.oldest)}.`}
        </p>
        {mail.reason && <p className="text-danger">{`Last failure: ${mail.reason}`}</p>}
        <FailedJobs jobs={failedJobs} />
        {failedJobCount > failedJobs.length && (
          <p>{`These are the newest of ${formatNumber(failedJobCount)} failed jobs. “npm run jobs” lists all.`}</p>
        )}
      </Panel>
      <Panel title="Backups">
        <p>
          {backup
            ? `Last backup: ${moment(backup.at)}, ${formatBytes(backup.bytes)} (${backup.contents}), ${backup.place}.`
            : `${campus.brand} has made no backup yet.`}
        </p>
        <p className={rehearsal?.problem ? 'text-danger' : undefined}>
          {rehearsal
            ? `Last test restore: ${moment(rehearsal.at)}. ${rehearsal.problem ?? 'Everything was restored.'}`
            : 'No backup has been test-restored yet.'}
        </p>
      </Panel>
      <Panel title="Disk">
        {sizes ? (
          <>
            <Table head={['What', 'Size']}>
              {(
                [
                  ['Database', sizes.databaseBytes],
                  ['Photos', sizes.photoBytes],
                  ['Free', sizes.freeBytes],
                  ['Disk', sizes.diskBytes],
                ] as const
              ).map(([label, bytes]) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td className="overview-number">{formatBytes(bytes)}</td>
                </tr>
              ))}
            </Table>
            <p className="mt-2">
              {sizes.fullOn
                ? `At the pace of the last weeks, the disk is full on ${formatDate(sizes.fullOn)}.`
                : 'The disk is not filling up.'}
            </p>
          </>
        ) : (
          <p className="text-ink-2">The sizes are measured every night.</p>
        )}
      </Panel>
      <Panel title="Processes and errors">
        {processes.length > 0 && (
          <Table head={['Process', 'Version', 'Started']}>
            {processes.map(({ name, version, startedAt }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{version}</td>
                <td>{moment(startedAt)}</td>
              </tr>
            ))}
          </Table>
        )}
        {errors.length === 0 ? (
          <p className="mt-2">No request has failed in the last day.</p>
        ) : (
          <Table head={['Route', 'Errors in a day']}>
            {errors.map(({ route, count }) => (
              <tr key={route}>
                <th scope="row">{route}</th>
                <td className="overview-number">{formatNumber(count)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Panel>
    </Part>
  )
}

function FailedJobs({ jobs }: { jobs: Overview['health']['failedJobs'] }) {
  const today = useToday()
  const { mutate, isPending, variables, error } = useRetryJob()
  if (jobs.length === 0) return <p>No job has failed.</p>
  return (
    <>
      <Table head={['Failed job', 'Why', 'Try again']}>
        {jobs.map(({ id, kind, failedAt, reason, canRetry }) => (
          <tr key={id}>
            <th scope="row">
              {kind}
              <span className="overview-detail">{formatMoment(failedAt, today)}</span>
            </th>
            <td>{reason}</td>
            <td>
              {canRetry ? (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Try again: ${kind} ${id}`}
                  busy={isPending && variables === id}
                  onClick={() => mutate(id)}
                >
                  Try again
                </Button>
              ) : (
                "Can't be repeated"
              )}
            </td>
          </tr>
        ))}
      </Table>
      <p role="alert" className="text-danger empty:hidden">
        {error && errorMessage(error)}
      </p>
    </>
  )
}
