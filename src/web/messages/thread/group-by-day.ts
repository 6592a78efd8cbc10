import { campusIsoDate } from '#contract/campus-date.ts'
import type { Message } from '#contract/messages.ts'

/** Messages of one writer that follow each other so soon have one time. */
const runMs = 5 * 60_000

export interface DayOfMessages<Item> {
  /** YYYY-MM-DD, on campus. */
  day: string
  messages: Item[]
}

/** In their order, which is that of time. */
export function groupByDay<Item extends { created_at: string }>(
  messages: readonly Item[],
): DayOfMessages<Item>[] {
  const days: DayOfMessages<Item>[] = []
  for (const message of messages) {
    const day = campusIsoDate(Date.parse(message.created_at))
    const last = days.at(-1)
    if (last?.day === day) last.messages.push(message)
    else days.push({ day, messages: [message] })
  }
  return days
}

/** Whether a message is the last of what its writer wrote at one time. */
export function endsRun(
  message: Pick<Message, 'is_own' | 'created_at'>,
  next: Pick<Message, 'is_own' | 'created_at'> | undefined,
): boolean {
  if (!next || next.is_own !== message.is_own) return true
  return Date.parse(next.created_at) - Date.parse(message.created_at) > runMs
}
