import { type CSSProperties, type ReactNode, useId } from 'react'
import { campus } from '#campus/campus.ts'
import type { Figures } from '#contract/moderation.ts'
import { pagePaths } from '#contract/paths.ts'
import { reportReasonLabels } from '#contract/report-reasons.ts'
import { version } from '#contract/version.ts'
import { dash, formatAge, formatNumber, pluralize } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { classNames } from '../../ui/class-names.ts'
import { roleLabels } from '../case/standing.ts'
import { logActionLabels } from '../log/log-entry-view.tsx'
import { logFiltersQuery } from '../people/people-queries.ts'
import './figure-bars.css'

/** The figures, as numbers in words and tables. The bars are only decoration, and the page works without JavaScript. */
export function FiguresView({ figures }: { figures: Figures }) {
  const { reports, appeals, medianHoursToDecision } = figures
  return (
    <div className="mt-6 grid gap-6">
      <Waiting waiting={figures.waiting} />
      <h2 className="title-3 mt-4">The last 30 days</h2>
      <dl className="figure-bars-grid lg:grid-cols-5">
        <Figure label="Reports">{formatNumber(reports.total)}</Figure>
        <Figure label="Upheld">
          {shareText(reports.upheld, reports.upheld + reports.rejected)}
        </Figure>
        <Figure label="Median time to decide">
          {medianHoursToDecision === null ? dash : formatHours(medianHoursToDecision)}
        </Figure>
        <Figure label="Appeals reversed">{shareText(appeals.reversed, appeals.total)}</Figure>
      </dl>
      <p>{autoHiddenText(figures.autoHidden)}</p>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section title="Reports by reason">
          <FigureBars
            bars={reports.byReason.map(({ reason, count }) => ({
              label: reportReasonLabels[reason],
              count,
            }))}
          />
        </Section>
        <Section title="What moderators and admins did">
          <FigureBars
            bars={figures.actions.map(({ action, count }) => ({
              label: logActionLabels[action],
              count,
            }))}
          />
        </Section>
      </div>
      <Section title="Moderators and admins">
        <Staff staff={figures.staff} />
      </Section>
      <p className="text-ink-2">{`This site runs ${campus.brand} ${version}.`}</p>
    </div>
  )
}

function Waiting({ waiting }: { waiting: Figures['waiting'] }) {
  const { reports, appeals, signalAnswers, hidden, oldest } = waiting
  const today = useToday()
  return (
    <>
      <h2 className="title-3">Waiting now</h2>
      <dl className="figure-bars-grid lg:grid-cols-5">
        <Figure label="Open reports">{formatNumber(reports)}</Figure>
        <Figure label="Appeals">{formatNumber(appeals)}</Figure>
        <Figure label="Disputed signals">{formatNumber(signalAnswers)}</Figure>
        <Figure label="Hidden listings">{formatNumber(hidden)}</Figure>
        <Figure label="Oldest" className="figure-bars-wide">
          {oldest ? formatAge(oldest, today) : 'Nothing waiting'}
        </Figure>
      </dl>
    </>
  )
}

function Figure({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={classNames('rounded-card border border-line bg-card p-4', className)}>
      <dt className="text-ink-2 text-sm">{label}</dt>
      <dd className="title-3 mt-1">{children}</dd>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="panel min-w-0">
      <h3 id={id} className="title-4 mb-4">
        {title}
      </h3>
      {children}
    </section>
  )
}

function Staff({ staff }: { staff: Figures['staff'] }) {
  if (staff.length === 0) return <p className="text-ink-2">This site has none.</p>
  return (
    <ul className="grid gap-2">
      {staff.map((person) => (
        <li key={person.id} className="flex flex-wrap justify-between gap-x-4">
          <span>
            <Link to={pagePaths.moderatedStudent(person.id)} dir="auto" className="link">
              {person.name}
            </Link>
            {` · ${roleLabels[person.role]}`}
          </span>
          <Link
            to={pagePaths.moderationLog(logFiltersQuery({ actor: person.id }))}
            className="link"
          >
            {pluralize(person.decisions, 'decision')}
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface FigureBar {
  label: string
  count: number
}

/** Numbers by kind, the largest first, each with a bar that is its share of all. */
function FigureBars({ bars }: { bars: readonly FigureBar[] }) {
  const shown = bars.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
  const total = shown.reduce((sum, { count }) => sum + count, 0)
  if (shown.length === 0) return <p className="text-ink-2">None.</p>
  return (
    <dl className="figure-bars">
      {shown.map(({ label, count }) => (
        <div key={label} className="figure-bars-row">
          <dt>{label}</dt>
          <dd className="font-semibold">{formatNumber(count)}</dd>
          <dd aria-hidden="true" className="figure-bars-track">
            <span
              className="figure-bars-bar"
              style={{ '--figure-bars-share': `${(100 * count) / total}%` } as CSSProperties}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns for example "40 minutes", "5 hours" or "3 days". */
export function formatHours(hours: number): string {
  if (hours < 1) return pluralize(Math.max(1, Math.round(hours * 60)), 'minute')
  if (hours < 48) return pluralize(Math.round(hours), 'hour')
  return pluralize(Math.round(hours / 24), 'day')
}

/** Returns for example "3 of 8 (38%)". Of zero there is no share, so it returns "0". */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '0'
  return `${formatNumber(part)} of ${formatNumber(whole)} (${Math.round((100 * part) / whole)}%)`
}

/** Says what happened to the listings that reports have hidden. Some still wait for a decision. */
export function autoHiddenText({ total, kept, removed, untouched }: Figures['autoHidden']): string {
  if (total === 0) return 'No listing was hidden by reports.'
  const outcomes = [
    [kept, 'kept by a moderator'],
    [removed, 'removed by a moderator'],
    [untouched, 'shown again because nobody looked at it in time'],
  ] as const
  const known = outcomes.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return `${[`${pluralize(total, 'listing')} hidden by reports`, ...known].join(' · ')}.`
}
