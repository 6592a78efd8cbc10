import { formatHour } from '#contract/format-hour.ts'
import { quietHours } from '#contract/quiet-hours.ts'
import { dailyMailHour, type SearchFrequency, soonMailMinutes } from '#contract/saved-rules.ts'

const hour = formatHour(dailyMailHour)

export const frequencyLabels: Record<SearchFrequency, string> = {
  soon: "As soon as it's posted",
  daily: `Daily at ${hour}`,
  off: 'Off',
}

/** What a label does not say. */
export const frequencyHelp: Partial<Record<SearchFrequency, string>> = {
  soon: `We look every ${soonMailMinutes} minutes, except from ${formatHour(quietHours.from)} to ${formatHour(quietHours.to)}.`,
}

/** Said once it is chosen. */
export const frequencyTexts: Record<SearchFrequency, string> = {
  soon: "We'll email you soon after something new is posted.",
  daily: `We'll email you at ${hour} if something new was posted.`,
  off: "We won't email you about this search.",
}
