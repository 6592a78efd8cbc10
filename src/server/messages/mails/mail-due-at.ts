import { nextCampusHour } from '#contract/campus-date.ts'
import { type MessageMailSetting, unreadMinutesBeforeMail } from '#contract/message-rules.ts'
import { afterQuietHours, quietHours } from '#contract/quiet-hours.ts'
import { minuteMs } from '../../durations.ts'

const unreadMs = unreadMinutesBeforeMail * minuteMs

/** When a mail tells of a message that nobody reads meanwhile; null if the student wants none. */
export function mailDueAt(setting: MessageMailSetting, unreadSince: number): number | null {
  const earliest = unreadSince + unreadMs
  switch (setting) {
    case 'soon':
      return afterQuietHours(earliest)
    case 'daily':
      return nextCampusHour(earliest - 1, quietHours.to)
    case 'off':
      return null
  }
}

/** The same of a message that may have been unread for long: not before now. */
export const mailDueAtFrom = (now: number, setting: MessageMailSetting, unreadSince: number) =>
  mailDueAt(setting, Math.max(unreadSince, now - unreadMs))
