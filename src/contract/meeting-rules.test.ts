import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { campusMoments } from '#format/campus-date.ts'
import { changeCampus, stayOnBuiltInCampus } from '#tests/support/campus.ts'
import {
  findTimeProblem,
  formatMeetingTime,
  hereMs,
  meetingAnswerText,
  meetingMs,
  meetingStateAt,
  meetUpSpots,
  movesOfMeeting,
  outsideHoursText,
  proposalText,
  questionDelayMs,
} from './meeting-rules.ts'
import { isOutsideHours } from './spot-hours.ts'

stayOnBuiltInCampus()

const now = Date.parse('2026-11-15T12:00Z')
const open = { now, isThreadOpen: true }

describe('the time of a meeting', () => {
  it.each([
    ['2026-11-15T07:00', 'Choose a time in the future.'],
    ['2026-11-15T07:01', undefined],
    ['2026-12-13T07:00', undefined],
    ['2026-12-13T07:01', 'Choose a time within the next 28 days.'],
  ])('%s on campus: %s', (local, problem) => {
    expect(findTimeProblem(local, now)).toBe(problem)
  })

  it('cannot be in the hour that clocks skip', () => {
    const march = Date.parse('2027-03-10T12:00Z')
    expect(findTimeProblem('2027-03-14T02:30', march)).toContain('Clocks skip this hour')
    expect(findTimeProblem('2027-03-14T03:00', march)).toBeUndefined()
    expect(campusMoments('2027-03-14T02:30')).toEqual([])
    expect(campusMoments('2027-03-14T03:00')).toEqual([Date.parse('2027-03-14T07:00Z')])
  })

  it('is the first of the two in the hour that clocks repeat, and says which one it is', () => {
    const [first, second] = campusMoments('2027-11-07T01:30').map((time) =>
      new Date(time).toISOString(),
    )
    expect([first, second]).toEqual(['2027-11-07T05:30:00.000Z', '2027-11-07T06:30:00.000Z'])
    expect(formatMeetingTime(first ?? '')).toBe('Sun, Nov 7 at 1:30 am (before the clocks change)')
    expect(formatMeetingTime(second ?? '')).toBe('Sun, Nov 7 at 1:30 am (after the clocks change)')
    expect(formatMeetingTime('2027-11-07T07:00:00.000Z')).toBe('Sun, Nov 7 at 2:00 am')
  })
})

describe('the hours of a spot', () => {
  const at = (local: string) => new Date(campusMoments(`2026-11-18T${local}`)[0] ?? 0).toISOString()

  it.each([
    ['7 am to midnight', '06:59', true],
    ['7 am to midnight', '07:00', false],
    ['7 am to midnight', '23:59', false],
    ['8:00–22:00', '22:00', false],
    ['8:00–22:00', '22:01', true],
    ['8.30 a.m. - 5 p.m.', '17:01', true],
    ['8.30 a.m. - 5 p.m.', '08:30', false],
    ['noon until 2 am', '01:00', false],
    ['noon until 2 am', '11:00', true],
    // Nobody can tell from these texts.
    ['7 to 11 pm', '05:00', false],
    ['Mon to Fri, 8 am to 5 pm', '03:00', false],
    ['always', '03:00', false],
    ['25 to 99', '03:00', false],
  ])('%s, at %s: outside is %s', (hours, local, isOutside) => {
    expect(isOutsideHours(hours, at(local))).toBe(isOutside)
  })

  it('are in the sentence if a time is outside them', () => {
    const meetUpSpot = { name: 'Hall', hours: '8 am to 5 pm' }
    const universities = campus.universities.map((each) => ({ ...each, meetUpSpots: [meetUpSpot] }))
    changeCampus({ universities })
    const place = { place_kind: 'spot', place: 'Hall' } as const
    const times = [at('15:00'), at('18:00')]
    expect(proposalText({ ...place, times }, 'first')).toBe(
      'Can we meet?\nPlace: the Hall\nTimes to choose from:\nWed, Nov 18 at 3:00 pm\nWed, Nov 18 at 6:00 pm (outside opening hours, 8 am to 5 pm)',
    )
    expect(outsideHoursText({ place_kind: 'other', place: 'Hall' }, at('18:00'))).toBeUndefined()
    expect(meetUpSpots()).toHaveLength(1)
  })
})

describe('a meeting', () => {
  const startsAt = now + 1000
  const agreed = { state: 'agreed', starts_at: startsAt, proposal_until: null } as const
  const proposed = { state: 'open', starts_at: null, proposal_until: startsAt } as const

  it('ends by the clock', () => {
    expect(meetingStateAt(proposed, open)).toBe('open')
    expect(meetingStateAt(proposed, { ...open, now: startsAt })).toBe('ended')
    expect(meetingStateAt(agreed, { ...open, now: startsAt + meetingMs - 1 })).toBe('agreed')
    expect(meetingStateAt(agreed, { ...open, now: startsAt + meetingMs })).toBe('over')
  })

  it('is off before its time once the two cannot write, and over after it', () => {
    const closed = { now, isThreadOpen: false }
    expect(meetingStateAt(proposed, closed)).toBe('ended')
    expect(meetingStateAt(agreed, closed)).toBe('cancelled')
    expect(meetingStateAt(agreed, { ...closed, now: startsAt })).toBe('over')
  })

  it('has words for a proposal that is withdrawn', () => {
    const meeting = {
      place_kind: 'other',
      place: 'Hall',
      starts_at: '2026-11-18T20:00:00.000Z',
    } as const
    expect(meetingAnswerText('withdrawn', undefined)).toBe("I'm withdrawing my proposal to meet.")
    expect(meetingAnswerText('withdrawn', meeting)).toBe('I no longer need to move our meeting.')
  })

  it('has its moves', () => {
    const facts = { now, startsAt: null, isHere: false }
    const later = { now, startsAt: now + hereMs + 1, isHere: false, proposal: undefined }
    expect(movesOfMeeting('open', { ...facts, proposal: 'own' })).toEqual(['withdraw'])
    expect(movesOfMeeting('open', { ...facts, proposal: 'other' })).toEqual([
      ...['accept', 'decline', 'propose'],
    ])
    expect(movesOfMeeting('agreed', later)).toEqual(['propose', 'cancel', 'share'])
    const near = { ...later, now: now + 1 }
    expect(movesOfMeeting('agreed', near)).toEqual(['propose', 'cancel', 'share', 'here'])
    expect(movesOfMeeting('agreed', { ...near, isHere: true })).not.toContain('here')
    expect(movesOfMeeting('agreed', { ...later, proposal: 'own' })).toEqual([
      ...['withdraw', 'cancel', 'share'],
    ])
    expect(movesOfMeeting('over', near)).toEqual([])
    // It can be moved until the page asks how it went, but not cancelled once it has begun.
    const { startsAt } = later
    const begun = { ...later, isHere: true, now: startsAt }
    expect(movesOfMeeting('agreed', { ...begun, now: startsAt - 1 })).toContain('cancel')
    expect(movesOfMeeting('agreed', begun)).toEqual(['propose', 'share'])
    const asked = { ...begun, now: startsAt + questionDelayMs }
    expect(movesOfMeeting('agreed', asked)).toEqual(['share'])
    expect(movesOfMeeting('agreed', { ...asked, proposal: 'other' })).toEqual(['share'])
  })
})
