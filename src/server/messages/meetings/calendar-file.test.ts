import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { buildCalendarFile } from './calendar-file.ts'
import type { MeetingRow } from './meeting-queries.ts'

const meeting: MeetingRow = {
  ...{ message_id: 7, thread_id: 3, state: 'agreed', sequence: 2 },
  ...{ place_kind: 'other', place: 'Bus stop', starts_at: Date.parse('2026-11-20T20:00Z') },
  ...{ proposal_id: null, proposal_until: null, buyer_here_at: null, seller_here_at: null },
  ...{ buyer_outcome: null, seller_outcome: null, buyer_view: null, seller_view: null },
  ...{ created_at: 1000, changed_at: Date.parse('2026-11-15T12:00Z') },
}
const context = { appUrl: 'https://quad.example', title: 'Lamp' }

const unfold = (file: string | undefined) => file?.replaceAll('\r\n ', '').split('\r\n')

describe('the calendar file', () => {
  it('is an event in UTC, with an id that stays and a number that grows', () => {
    expect(buildCalendarFile(meeting, context)?.split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      `PRODID:-//${campus.brand}//Meetings//EN`,
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:meeting-7-1000@quad.example',
      'SEQUENCE:2',
      'DTSTAMP:20261115T120000Z',
      'DTSTART:20261120T200000Z',
      'DTEND:20261120T203000Z',
      'STATUS:CONFIRMED',
      `SUMMARY:${campus.brand}: meet about Lamp`,
      'LOCATION:Bus stop',
      'URL:https://quad.example/messages/3',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('is the same moment on both sides of a clock change', () => {
    const [first, second] = ['2027-11-07T05:30Z', '2027-11-07T06:30Z'].map((time) =>
      unfold(buildCalendarFile({ ...meeting, starts_at: Date.parse(time) }, context)),
    )
    expect(first).toContain('DTSTART:20271107T053000Z')
    expect(second).toContain('DTSTART:20271107T063000Z')
  })

  it('removes a cancelled meeting, and there is none before something is agreed', () => {
    const lines = unfold(buildCalendarFile({ ...meeting, state: 'cancelled' }, context))
    expect(lines).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED']))
    expect(buildCalendarFile({ ...meeting, starts_at: null }, context)).toBeUndefined()
  })

  it('escapes texts, so that none begins another line or property', () => {
    const hostile = { ...meeting, place: 'A, B; C\\D\r\nATTENDEE:x\u0007' }
    expect(unfold(buildCalendarFile(hostile, context))).toContain(
      String.raw`LOCATION:A\, B\; C\\D\nATTENDEE:x`,
    )
    const title = 'Lamp\nEND:VEVENT'
    expect(unfold(buildCalendarFile(meeting, { ...context, title }))).toContain(
      String.raw`SUMMARY:${campus.brand}: meet about Lamp\nEND:VEVENT`,
    )
    expect(unfold(buildCalendarFile(meeting, { ...context, title: null }))).toContain(
      `SUMMARY:${campus.brand}: meeting`,
    )
  })

  it('folds long lines at 75 bytes, without cutting a character in half', () => {
    const place = '🚲 é'.repeat(40)
    const file = buildCalendarFile({ ...meeting, place }, context) ?? ''
    const lines = file.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(lines.filter((line) => line.startsWith(' ')).length).toBeGreaterThan(2)
    expect(unfold(file)).toContain(`LOCATION:${place}`)
  })
})
