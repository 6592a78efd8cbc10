import { campus } from '#campus/campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { hourMs } from '../../durations.ts'
import { agreedOf, type MeetingRow } from './meeting-queries.ts'

/** How long the calendar keeps free for a meeting. */
const lengthMs = hourMs / 2

/** RFC 5545: every line ends with CRLF and has at most 75 bytes. */
const lineEnd = '\r\n'
const maxLineBytes = 75

/**
 * Builds the calendar file of an agreed or cancelled meeting (RFC 5545). Times are in UTC, which every calendar shows in the
 * reader's time zone, so the file needs no rules about clock changes. The UID stays the same when the meeting is moved, and
 * SEQUENCE counts up, so that calendars replace the old entry. The file names no student.
 */
export function buildCalendarFile(
  meeting: MeetingRow,
  { appUrl, title }: { appUrl: string; title: string | null },
): string | undefined {
  const agreed = agreedOf(meeting)
  if (!agreed) return undefined
  const isCancelled = meeting.state === 'cancelled'
  const { host } = new URL(appUrl)
  const summary = title ? `${campus.brand}: meet about ${title}` : `${campus.brand}: meeting`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(campus.brand)}//Meetings//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:meeting-${meeting.message_id}-${meeting.created_at}@${host}`,
    `SEQUENCE:${meeting.sequence}`,
    `DTSTAMP:${toUtc(meeting.changed_at)}`,
    `DTSTART:${toUtc(agreed.startsAt)}`,
    `DTEND:${toUtc(agreed.startsAt + lengthMs)}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(summary)}`,
    `LOCATION:${escapeText(agreed.place)}`,
    `URL:${appUrl}${pagePaths.thread(meeting.thread_id)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => fold(line) + lineEnd).join('')
}

/** Returns "20261118T200000Z". */
const toUtc = (time: number) => `${new Date(time).toISOString().replaceAll(/[-:]|\.\d+Z$/g, '')}Z`

/** Backslashes, commas, semicolons and line breaks have a meaning in texts. Other control characters are not allowed. */
const escapeText = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')

/** Splits a long line. The parts begin with a space, and no character is cut in half. */
function fold(line: string): string {
  const parts = ['']
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > maxLineBytes) {
      parts.push('')
      bytes = 1
    }
    parts[parts.length - 1] += character
    bytes += size
  }
  return parts.join(`${lineEnd} `)
}
