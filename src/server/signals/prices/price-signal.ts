import { campusIsoDate } from '#contract/campus-date.ts'
import { formatNumber, formatPrice } from '#contract/format.ts'
import { formatMoment } from '#contract/format-moment.ts'
import { toIso } from '../../durations.ts'
import type { FoundSignal } from '../../words/found-signal.ts'
import { lowPercent } from './price-rules.ts'

/** A listing's price beside those of at least `minOthers` others. */
export interface PriceFacts {
  priceCents: number
  others: number
  medianCents: number
  groupId: string
  /** What the others are: "similar rooms for Spring 2027". */
  label: string
  countedAt: number
  now: number
}

export function priceSignal(facts: PriceFacts): FoundSignal | undefined {
  const { priceCents, medianCents, others, groupId, label, countedAt, now } = facts
  if (100 * priceCents >= lowPercent * medianCents) return undefined
  const [asked, median] = [formatDollars(priceCents), formatDollars(medianCents)]
  const compared = `${formatNumber(others)} ${label}`
  return {
    kind: 'price',
    rule: 'price',
    id: `price ${groupId} ${priceCents}`,
    sentence: `Asks ${asked}; the middle of ${compared} is ${median}.`,
    advice: 'Ask why it costs so little, and see it before you pay.',
    facts: [
      { label: 'Asks', value: asked },
      { label: 'Middle', value: median },
      { label: 'Compared with', value: compared },
      { label: 'Share of the middle', value: `${Math.floor((100 * priceCents) / medianCents)} %` },
      {
        label: 'Counted',
        value: formatMoment(toIso(countedAt), campusIsoDate(now)),
      },
    ],
  }
}

/** Whole dollars; a few cents are no dash here. */
const formatDollars = (cents: number) => (cents < 50 ? 'less than $1' : formatPrice(cents / 100))
