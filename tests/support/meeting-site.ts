import { randomUUID } from 'node:crypto'
import { meetUpSpots } from '#contract/meeting-rules.ts'
import type { MeetingPress } from '#contract/meetings.ts'
import type { Meeting, ThreadMeetings } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { campusIsoDate, formatCampusTime } from '#format/campus-date.ts'
import type { Engine } from './databases.ts'
import { openThreadSite } from './thread-site.ts'

const dayMs = 24 * 3_600_000

/** Opens the test app, where Bob has written to Ada about her lamp, and the two can agree to meet. */
export async function openMeetingSite(engine: Engine, settings: Record<string, string> = {}) {
  const site = await openThreadSite(engine, settings)
  const { app, ada, clock, threadId } = site
  type Client = typeof ada

  /** A time on campus, this many days from now. */
  const at = (days: number, time = '15:00') => `${campusIsoDate(clock.now + days * dayMs)}T${time}`
  const readThread = async (reader: Client) => (await reader.get(apiPaths.messages(threadId))).body
  const readMeetings = async (reader: Client) =>
    (await readThread(reader)).meetings as ThreadMeetings
  const current = async (reader: Client) => (await readMeetings(reader)).current as Meeting
  const spot = { place_kind: 'spot', place: meetUpSpots()[0]?.name }

  const propose = (author: Client, times: string[], rest: object = {}) =>
    author.post(apiPaths.meetings(threadId), { ...spot, times, client_id: randomUUID(), ...rest })
  const press = (author: Client, answer: MeetingPress, rest: object) =>
    author.post(apiPaths.answerMeeting(threadId), { answer, client_id: randomUUID(), ...rest })
  /** Presses a button of the newest meeting, as the student sees it. */
  const answer = async (author: Client, answer: MeetingPress, rest: object = {}) => {
    const { id, proposal } = await current(author)
    const time = answer === 'accept' ? proposal?.times[0] : undefined
    const seen = { meeting_id: id, proposal_id: proposal?.id, time }
    return press(author, answer, { ...seen, ...rest })
  }
  /** Proposes again: counters the other's proposal, or moves the agreed meeting. */
  const proposeAgain = async (author: Client, times: string[], rest: object = {}) => {
    const { id, proposal } = await current(author)
    return propose(author, times, { meeting_id: id, proposal_id: proposal?.id, ...rest })
  }

  return {
    ...site,
    at,
    spot: spot.place ?? '',
    readMeetings,
    current,
    propose,
    proposeAgain,
    press,
    answer,
    /** Ada and Bob agree to meet, two days from now at three. */
    agree: async () => {
      await propose(site.bob, [at(2)])
      await answer(ada, 'accept')
      const meeting = await current(ada)
      return { ...meeting, startsAt: Date.parse(meeting.agreed?.starts_at ?? '') }
    },
    tell: async (author: Client, told: string) =>
      author.post(apiPaths.meetingOutcome(threadId), {
        meeting_id: (await current(author)).id,
        answer: told,
      }),
    share: async (author: Client) => {
      const path = apiPaths.meetingShare(threadId, (await current(author)).id)
      const { status, body } = await author.post(path)
      const token = new URL(String(body.url ?? 'http://none')).searchParams.get('token') ?? ''
      return { status, token }
    },
    readLink: async (token: string) => {
      const response = await app.inject({ url: apiPaths.meetingLink(token) })
      return { status: response.statusCode, body: response.json(), headers: response.headers }
    },
    textsOf: async (reader: Client) =>
      (await readThread(reader)).results.map(({ body }) => String(body)),
    lampStatus: async () => (await ada.get(apiPaths.listing('misc', site.lamp.id))).body.status,
    localTime: (time: string) => formatCampusTime(Date.parse(time)),
  }
}
