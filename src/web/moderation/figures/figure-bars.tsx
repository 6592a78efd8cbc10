import type { CSSProperties } from 'react'
import { formatNumber } from '#contract/format.ts'
import './figure-bars.css'

export interface FigureBar {
  label: string
  count: number
}

/** Numbers by kind, the largest first, each with a bar beside the largest. */
export function FigureBars({ bars }: { bars: readonly FigureBar[] }) {
  const shown = bars.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
  const largest = shown[0]?.count ?? 0
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
              style={{ '--figure-bars-share': `${(100 * count) / largest}%` } as CSSProperties}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
