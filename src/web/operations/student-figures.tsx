import { categories } from '#categories/index.ts'
import type { FigurePoint, FigureRow, Overview } from '#contract/operations.ts'
import {
  type FigureId,
  figureIds,
  minGroupSize,
  neverMatchedDays,
} from '#contract/operations-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { dash, formatNumber, formatShortDate } from '#format/format.ts'
import { Link } from '../navigation/link.tsx'
import { useToday } from '../queries/use-today.ts'
import { Panel, Part, Table } from './overview-parts.tsx'

const figureTexts: Record<FigureId, { title: string; help?: string }> = {
  listings: { title: 'New listings' },
  answered: {
    title: 'Answered within a day',
    help: 'Conversations in which the seller replied within 24 hours.',
  },
  sold: { title: 'Sold or rented within 14 days', help: 'Share of the listings posted that week.' },
  reply: { title: 'Median time to the first reply' },
  cameBack: {
    title: 'Came back within 30 days',
    help: 'Students who joined that week and came back after a day or more.',
  },
}

export function StudentsPart({ students }: { students: Overview['students'] }) {
  const { weeks, emptySearches, savedSearches } = students
  const rows = students.rows.filter(hasNumber)
  const rowsOf = (figure: FigureId) => rows.filter((row) => row.figure === figure)
  const empty = figureIds.filter((figure) => rowsOf(figure).length === 0)
  return (
    <Part title="Does it work for students?">
      {figureIds
        .filter((figure) => !empty.includes(figure))
        .map((figure) => (
          <Panel key={figure} title={figureTexts[figure].title}>
            <FigureTable weeks={weeks} rows={rowsOf(figure)} />
            <p className="mt-2 text-ink-2 text-sm">{figureTexts[figure].help}</p>
          </Panel>
        ))}
      {empty.length > 0 && (
        <Panel title="No numbers yet">
          <p className="text-ink-2">
            {`We show a week once at least ${minGroupSize} students count towards it. We're waiting for:`}
          </p>
          <ul className="mt-2 grid list-disc gap-1 pl-5">
            {empty.map((figure) => (
              <li key={figure}>{figureTexts[figure].title}</li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="Searches that found nothing">
        {emptySearches.length === 0 ? (
          <p className="text-ink-2">
            {`No failed searches yet. A word shows here once ${minGroupSize} students search for it on one day and find nothing.`}
          </p>
        ) : (
          <Table head={['Word', 'Students (30 days added up)']}>
            {emptySearches.map(({ word, searches }) => (
              <tr key={word}>
                <th scope="row" dir="auto">
                  {word}
                </th>
                <td className="overview-number">{formatNumber(searches)}</td>
              </tr>
            ))}
          </Table>
        )}
        <p className="mt-3 text-ink-2">
          If students here use another word for the same thing, add both to{' '}
          <Link to={`${pagePaths.settings}#search`} className="link">
            Words that mean the same
          </Link>
          .
        </p>
      </Panel>
      <Panel title="Saved searches that never matched" wide>
        {savedSearches.length === 0 ? (
          <p className="text-ink-2">
            {`None yet. We count searches that were saved ${neverMatchedDays} or more days ago.`}
          </p>
        ) : (
          <>
            <Table head={['Category', 'Students', 'With saved searches']}>
              {savedSearches.map(({ category, unmatched, of }) => (
                <tr key={category}>
                  <th scope="row">{categoryName(category)}</th>
                  <td className="overview-number">{formatNumber(unmatched)}</td>
                  <td className="overview-number">{formatNumber(of)}</td>
                </tr>
              ))}
            </Table>
            <p className="mt-2 text-ink-2 text-sm">
              {`These students saved a search at least ${neverMatchedDays} days ago, and nothing new has matched it. Numbers are rounded down to multiples of ${minGroupSize}.`}
            </p>
          </>
        )}
      </Panel>
      {rows.length > 0 && (
        <p className="text-ink-2 text-sm overview-wide">
          {`A dash (${dash}) stands where it's too early to tell, or where the number would be about fewer than ${minGroupSize} students. Empty categories are left out. Each row shows its newest week with a number. “Last term” is the same week a term ago.`}
        </p>
      )}
    </Part>
  )
}

const categoryName = (id: string | null) =>
  categories.find((category) => category.id === id)?.labels.menu ?? 'All'

/** Whether there is something to show: a chart of zeros and dashes looks broken. */
const hasNumber = ({ points, termAgo }: FigureRow): boolean =>
  [...points, termAgo].some((point) => point && (point.value > 0 || (point.of ?? 0) > 0))

function FigureTable({ weeks, rows }: { weeks: readonly string[]; rows: readonly FigureRow[] }) {
  const today = useToday()
  const hasChart = rows.some(({ points }) => points.some((point) => point && point.value > 0))
  const hasTermAgo = rows.some(({ termAgo }) => termAgo)
  const head = [
    'Category',
    ...(hasChart ? [`${weeks.length} weeks`] : []),
    'Newest week',
    ...(hasTermAgo ? ['Last term'] : []),
  ]
  return (
    <>
      <Table head={head}>
        {rows.map(({ figure, category, points, termAgo }) => (
          <tr key={category}>
            <th scope="row">{categoryName(category)}</th>
            {hasChart && (
              <td className="overview-chart">
                <Bars points={points} />
              </td>
            )}
            <NewestWeek figure={figure} points={points} weeks={weeks} />
            {hasTermAgo && <td className="overview-number">{pointText(figure, termAgo)}</td>}
          </tr>
        ))}
      </Table>
      <details className="mt-2">
        <summary className="link text-sm">All weeks</summary>
        <Table head={['Week of', ...rows.map(({ category }) => categoryName(category))]}>
          {weeks.map((week, index) => (
            <tr key={week}>
              <th scope="row" className="overview-number">
                {formatShortDate(week, today)}
              </th>
              {rows.map(({ figure, category, points }) => (
                <td key={category} className="overview-number">
                  {pointText(figure, points[index] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </details>
    </>
  )
}

/** The newest week with a number, and which week that is: it may be weeks ago, because shares settle slowly. */
function NewestWeek({
  figure,
  points,
  weeks,
}: Pick<FigureRow, 'figure' | 'points'> & { weeks: readonly string[] }) {
  const today = useToday()
  const newest = points.slice(0, -1).findLastIndex((point) => point !== null)
  const week = weeks[newest]
  return (
    <td className="overview-number font-semibold">
      {pointText(figure, points[newest] ?? null)}
      {week && <span className="overview-detail">{formatShortDate(week, today)}</span>}
    </td>
  )
}

/** Returns for example "148", "71% of 52" or "5.5 h". */
export function pointText(figure: FigureId, point: FigurePoint): string {
  if (!point) return dash
  if (figure === 'listings') return formatNumber(point.value)
  if (figure === 'reply') return `${point.value} h`
  return `${point.value}% of ${formatNumber(point.of ?? 0)}`
}

/** Bars relative to the largest one. The numbers are beside them, so screen readers skip the drawing. */
function Bars({ points }: { points: readonly FigurePoint[] }) {
  const largest = Math.max(1, ...points.map((point) => point?.value ?? 0))
  return (
    <svg
      aria-hidden="true"
      className="overview-bars"
      viewBox={`0 0 ${points.length * 4} 12`}
      preserveAspectRatio="none"
    >
      {points.map((point, index) => {
        const height = point ? Math.max(0.5, (12 * point.value) / largest) : 0
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no other name than its place.
          <rect key={index} x={index * 4} y={12 - height} width={3} height={height} />
        )
      })}
    </svg>
  )
}
