import { describe, expect, it } from 'vitest'
import type { SessionUser } from '#contract/accounts.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { HandoverResponse, RolesResponse, StaffRole } from '#contract/people.ts'
import { at } from '#tests/support/campus-email.ts'
import { render } from '../entry-server.tsx'

const eve: SessionUser = {
  id: 1,
  firstName: 'Eve',
  lastName: 'Lee',
  email: at('eve'),
  confirmation: 'confirmed',
  role: 'admin',
  secondFactor: null,
  suspension: null,
  mayPost: true,
  unread: 0,
  favourites: [],
}

const role = (id: number, name: string, changes: Partial<StaffRole> = {}): StaffRole => ({
  id,
  name,
  role: 'moderator',
  endsOn: '2027-04-30',
  isOver: false,
  activeOn: '2026-11-14',
  confirmedOn: '2026-09-03',
  isToConfirm: false,
  isOwn: false,
  seen: null,
  ...changes,
})

const roles = [
  role(1, 'Eve Lee', { role: 'admin', endsOn: null, isOwn: true, isToConfirm: true }),
  role(2, 'Sam Hill', { isToConfirm: true }),
  role(3, 'Mia Wong', { activeOn: null }),
]

const handover: HandoverResponse = {
  site: {
    appUrl: 'https://quad.campus.ca',
    version: '1.2.3',
    database: 'PostgreSQL',
    photos: 'An S3-compatible store',
    mail: 'mail.campus.ca:587',
    lastBackupAt: null,
  },
  roles,
  due: [
    { kind: 'setting', text: 'The contact email is invented', on: null },
    { kind: 'term', text: 'The Fall term ends', on: '2026-12-31' },
  ],
  notes: {
    text: 'The host is H.',
    version: 3,
    changedBy: 'Sam Hill',
    changedAt: '2026-11-01T12:00:00Z',
  },
}

/** Renders a page as text, with a space for each tag. */
async function renderText(url: string, user: SessionUser, answers: Record<string, object>) {
  const fetch = async (path: string | URL | Request) => {
    const { pathname } = new URL(String(path), 'https://site.invalid')
    const answer = answers[pathname]
    return answer ? Response.json(answer) : Response.json({}, { status: 404 })
  }
  const options = { url, fetch, audience: 'students' as const, user, now: Date.UTC(2026, 10, 15) }
  const page = await render(options as Parameters<typeof render>[0])
  if ('redirect' in page) throw new Error(`${url} leads to ${page.redirect}`)
  const text = page.body
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
  return { status: page.status, text, html: page.body }
}

describe('the roles page', () => {
  const open = (review: RolesResponse['review']) =>
    renderText(pagePaths.roles, eve, { [apiPaths.roles]: { roles, review } })

  it('asks in September which roles are still needed, and names the others later', async () => {
    const { text, html } = await open({ year: 2026, isOpen: true })
    expect(text).toContain('Review of 2026: are these roles still needed?')
    expect(text).toContain('Eve Lee , admin Another admin confirms your role.')
    expect(text).toContain('Sam Hill , moderator Confirm the role of Sam Hill')
    expect(text).not.toContain('Confirm the role of Mia Wong')
    expect(html).toContain(`href="${pagePaths.handover}"`)
    const later = await open({ year: 2026, isOpen: false })
    expect(later.text).toContain('Nobody confirmed these roles in September 2026')
  })

  it('shows the end of each role and when it was last used', async () => {
    const { text } = await open({ year: 2026, isOpen: false })
    expect(text).toContain('Eve Lee (you) Admin No end Nov 14, 2026 Sep 3, 2026')
    expect(text).toContain('Mia Wong Moderator Apr 30, 2027 Not yet Sep 3, 2026')
  })
})

describe('the hand-over page', () => {
  it('has what a successor needs, on the screen and on paper', async () => {
    const { text, html } = await renderText(pagePaths.handover, eve, {
      [apiPaths.handover]: handover,
    })
    for (const part of [
      'Now : The contact email is invented',
      'Dec 31, 2026 : The Fall term ends',
      'Address https://quad.campus.ca Version 1.2.3 Database PostgreSQL',
      'Email server mail.campus.ca:587 Last daily backup None here',
      'Last changed Nov 1',
      'Rotate secrets : which passwords to change when somebody leaves',
    ]) {
      expect(text).toContain(part)
    }
    // The notes are a form on the screen and a text on paper.
    expect(html.match(/The host is H\./g)?.length).toBeGreaterThanOrEqual(2)
  })

  it('is not there for a moderator', async () => {
    const { status } = await renderText(pagePaths.handover, { ...eve, role: 'moderator' }, {})
    expect(status).toBe(404)
  })
})

/** The answer of an overview in which nothing is wrong, except these parts. */
const overviewWith = ({
  students,
  access,
  health,
  waiting,
}: {
  students?: object
  access?: object
  health?: object
  waiting?: object
}) => ({
  [apiPaths.overview]: {
    students: { weeks: [], rows: [], emptySearches: [], savedSearches: [], ...students },
    access: { domains: [], sender: 'a@x.example', isRemote: true, asksForCodes: true, ...access },
    health: {
      ...{ mail: { waiting: 0, oldest: null, reason: null }, failedJobs: [], backup: null },
      ...{ rehearsal: null, sizes: null, processes: [], errors: [], ...health },
    },
    waiting: { cases: [], roles: [], placeholders: [], alerts: [], ...waiting },
  },
})

it('the overview leads to what is left of the set-up, which asks for a second factor once', async () => {
  const backup = { at: '2026-11-14T12:00:00Z', bytes: 1, contents: '1 row', place: 'here' }
  const isLed = async (placeholders: string[], backup: object | null) => {
    const overview = overviewWith({ health: { backup }, waiting: { placeholders } })
    const { status, html } = await renderText(pagePaths.admin, eve, overview)
    expect(status).toBe(200)
    return html.includes(`href="${pagePaths.setupDone}"`)
  }
  expect(await isLed(['APP_URL is not set.'], backup)).toBe(true)
  expect(await isLed([], null)).toBe(true)
  expect(await isLed([], backup)).toBe(false)

  const done = (secondFactor: SessionUser['secondFactor']) =>
    renderText(pagePaths.setupDone, { ...eve, secondFactor }, {})
  expect((await done('missing')).text).toContain('Set up the second factor')
  expect((await done(null)).text).toContain('Fill in the rest')
  expect((await done(null)).text).not.toContain('second factor')
})

it('the overview warns while nobody has to prove an address', async () => {
  const open = async (access: object) =>
    (await renderText(pagePaths.admin, eve, overviewWith({ access }))).text
  const warning = 'Nobody has to enter a code'
  expect(await open({ isRemote: true, asksForCodes: true })).not.toContain(warning)
  expect(await open({ isRemote: true, asksForCodes: false })).toContain('Set VERIFY_EMAIL')
  expect(await open({ isRemote: false, asksForCodes: false })).toContain(
    'Set SMTP_URL, and leave VERIFY_EMAIL unset or “on”.',
  )
})

it('the overview says in a sentence what has no numbers yet', async () => {
  const week = { value: 12, of: null }
  const row = (category: string | null, points: (typeof week | null)[]) => ({
    ...{ figure: 'listings', category, points, termAgo: null },
  })
  const open = async (rows: ReturnType<typeof row>[], waiting: number) => {
    const cases = [{ kind: 'reports', byAge: [0, waiting, 0] }]
    const days = [{ day: '2026-11-14', sent: 0, typed: 0 }]
    const overview = overviewWith({
      students: { weeks: ['2026-11-02', '2026-11-09'], rows },
      access: { domains: [{ domain: 'x.example', refused: 0, bounced: 0, days }] },
      waiting: { cases },
    })
    return (await renderText(pagePaths.admin, eve, overview)).text
  }
  const zero = { value: 0, of: null }
  const empty = await open([row(null, [null, null]), row('rental', [zero, null])], 0)
  expect(empty).toContain(
    "We're waiting for: New listings Answered within a day Sold or rented within 14 days Median time",
  )
  expect(empty).toContain('Nothing is waiting.')
  expect(empty).toContain('No codes in the last 14 days.')
  expect(empty).not.toMatch(/Newest week|Under a day|Entered|A dash/)

  const some = await open([row(null, [week, null]), row('rental', [null, null])], 2)
  expect(some).toContain("We're waiting for: Answered within a day")
  expect(some).toContain('Category 2 weeks Newest week All 12')
  expect(some).toContain('Under a day')
  expect(some).toContain('A dash')
})
