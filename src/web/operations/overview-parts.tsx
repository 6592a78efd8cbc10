import { type ReactNode, useId } from 'react'
import { minGroupSize } from '#contract/operations-rules.ts'
import { formatNumber } from '#format/format.ts'
import { classNames } from '../ui/class-names.ts'
import './overview.css'

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="title-3 mb-4">
        {title}
      </h2>
      <div className="overview-part">{children}</div>
    </section>
  )
}

export function Panel({
  title,
  wide,
  children,
}: {
  title: string
  /** Whether the panel takes a whole row. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={classNames('panel overview-panel', wide && 'overview-wide')}>
      <h3 className="title-4 mb-3">{title}</h3>
      {children}
    </div>
  )
}

export function Table({ head, children }: { head: readonly string[]; children: ReactNode }) {
  // A table of many columns scrolls on a phone. To be scrolled by keyboard, it can have the focus.
  const isWide = head.length > 4
  return (
    <div
      className="overview-scroll"
      {...(isWide && { role: 'region', 'aria-label': `Table by ${head[0]}`, tabIndex: 0 })}
    >
      <table className="overview-table">
        <thead>
          <tr>
            {head.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** Groups that are too small have no number. */
export const countText = (count: number | null) =>
  count === null ? `under ${minGroupSize}` : formatNumber(count)

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** Returns for example "12 MB" or "1.5 GB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  return `${value >= 10 || power === 0 ? Math.round(value) : Math.round(value * 10) / 10} ${units[power]}`
}
