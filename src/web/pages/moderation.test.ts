import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import type { SessionUser } from '#contract/accounts.ts'
import type { Figures } from '#contract/moderation.ts'
import { pageRoutes } from '#contract/page-routes.ts'
import { pagePaths } from '#contract/paths.ts'
import { version } from '#contract/version.ts'
import { at } from '#tests/support/campus-email.ts'
import { render } from '../entry-server.tsx'

const ada: SessionUser = {
  id: 1,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: at('ada'),
  confirmation: 'confirmed',
  role: 'student',
  secondFactor: null,
  suspension: null,
  mayPost: true,
  unread: 0,
  favourites: [],
}

async function renderPage(url: string, user: SessionUser | null, fetch: () => Promise<Response>) {
  const audience = user ? 'students' : 'visitors'
  const page = await render({ url, fetch, audience, user, now: Date.UTC(2026, 10, 15) })
  if ('redirect' in page) throw new Error(`${url} leads to ${page.redirect}`)
  return page
}

/** Renders a page whose calls all fail. Resolves with its status, its heading, and the number of calls. */
async function open(url: string, user: SessionUser | null, status = 404) {
  let calls = 0
  const fetch = async () => {
    calls += 1
    return Response.json({}, { status })
  }
  const page = await renderPage(url, user, fetch)
  const [, heading] = /<h1[^>]*>(.*?)<\/h1>/.exec(page.body) ?? []
  return { status: page.status, heading, calls, head: page.head }
}

const urls = pageRoutes
  .filter((route) => route.startsWith('/moderation'))
  .map((route) => route.replace(':id', '5'))

describe.each(urls)('page %s', (url) => {
  it.each([
    ['a visitor', null],
    ['a student', ada],
  ])('is not there for %s, and loads nothing', async (_who, user) => {
    const nowhere = await open('/nowhere', user)
    expect(await open(url, user)).toEqual({ ...nowhere, status: 404, calls: 0 })
  })

  it.each(['moderator', 'admin'] as const)(
    'is for a %s, and for no search engine',
    async (role) => {
      const { heading, calls, head } = await open(url, { ...ada, role }, 503)
      const nowhere = await open('/nowhere', ada)
      expect([undefined, nowhere.heading]).not.toContain(heading)
      // The invented cases are code.
      if (url !== pagePaths.moderationRehearsal) expect(calls).toBeGreaterThan(0)
      expect(head.canonical).toBeUndefined()
    },
  )
})

describe.each([
  [pagePaths.settings, 'Settings'],
  [pagePaths.announcements, 'Announcements'],
])('page %s', (url, title) => {
  it.each([
    ['a visitor', null],
    ['a student', ada],
    ['a moderator', { ...ada, role: 'moderator' } as const],
  ])('is not there for %s, and loads nothing', async (_who, user) => {
    const { status, calls } = await open(url, user)
    expect([status, calls]).toEqual([404, 0])
  })

  it('is for an admin, like the tab of the settings', async () => {
    const admin = { ...ada, role: 'admin' } as const
    expect(await open(url, admin, 503)).toMatchObject({ heading: title, calls: 1 })
    const readTabs = async (user: SessionUser) => {
      const { body } = await renderPage(pagePaths.moderationLog(), user, async () =>
        Response.json({ entries: [], next: null }),
      )
      return body
    }
    expect(await readTabs(admin)).toContain(`href="${pagePaths.settings}"`)
    expect(await readTabs({ ...ada, role: 'moderator' })).not.toContain('/admin/')
  })
})

it.each([pagePaths.moderatedListing('misc', 5), pagePaths.moderatedStudent(1)])(
  'page %s says of one’s own things why there is nothing to decide, also when hydrated',
  async (url) => {
    const error = "You can't decide your own case."
    const page = await renderPage(url, { ...ada, role: 'moderator' }, async () =>
      Response.json({ error }, { status: 403 }),
    )
    expect(page.status).toBe(403)
    expect(page.body).toContain(error.replace("'", '&#x27;'))
    expect(page.body).toContain('Back to the queue')
    expect(page.body).not.toContain('Try again')
    // The browser renders from the page's state.
    expect(JSON.stringify(page.state.queries)).toContain(error)
  },
)

it('the figures have a dash for a month without a decision and name the version; the queue says what an answer does, if it matters', async () => {
  const figures: Figures = {
    waiting: { reports: 0, appeals: 0, signalAnswers: 0, hidden: 0, oldest: null },
    reports: { total: 0, upheld: 0, rejected: 0, byReason: [] },
    medianHoursToDecision: null,
    actions: [],
    appeals: { total: 0, reversed: 0 },
    autoHidden: { total: 0, kept: 0, removed: 0, untouched: 0 },
    staff: [],
  }
  const read = async (url: string, response: object) => {
    const moderator = { ...ada, role: 'moderator' } as const
    const { body } = await renderPage(url, moderator, async () => Response.json(response))
    return body.replaceAll('<!-- -->', '').replaceAll(/(<[^>]+>)+/g, '|')
  }
  const page = await read(pagePaths.moderationFigures, figures)
  expect(page).toContain('|Median time to decide|—|')
  expect(page).toContain(`|This site runs ${campus.brand} ${version}.|`)
  const item = {
    ...{ kind: 'student', student: { id: 5, name: 'Kim P.' }, listing: null, reports: 1 },
    ...{ weight: 1, waitingSince: '2026-11-14T12:00:00Z', hasAppeal: false },
    ...{ hasSignalAnswer: false, claim: null, cluster: null },
  }
  const readQueue = (reasons: string[]) =>
    read(pagePaths.moderation(), { items: [{ ...item, reasons }], total: 1 })
  expect(await readQueue(['gone'])).toContain(
    'Reports of “Already gone” come last. After 3 of them, we ask the seller. If there&#x27;s no answer within a week, the listing ends.',
  )
  expect(await readQueue(['scam'])).not.toContain('come last')
})

it('a student without a case cannot be claimed', async () => {
  const found = {
    ...{ reports: [], appeals: [], log: [], listings: [], deletedListings: [], notes: [] },
    ...{ claim: null, seen: null, allowedActions: [], canChangeRole: false, noShows: [] },
    student: {
      ...{ id: 5, name: 'Kim P.', university: null, memberSince: '2026-09', role: 'student' },
      ...{ suspendedUntil: null, bannedAt: null },
    },
  }
  const read = async (changes: object) => {
    const { body } = await renderPage(
      pagePaths.moderatedStudent(5),
      { ...ada, role: 'moderator' },
      async () => Response.json({ ...found, ...changes }),
    )
    return body
  }
  expect(await read({})).toContain('Kim P.')
  expect(await read({})).not.toContain('Claim this case')
  const claim = { moderator: { id: 7, name: 'Mo' }, since: '2026-11-14T12:00:00Z', isOwn: false }
  expect(await read({ claim })).toContain('Take over')
})

it('an unknown page says that the link may be incomplete', async () => {
  const { body } = await renderPage('/nowhere', null, async () => Response.json({}))
  expect(body).toContain('The listing may be gone, or the link may be incomplete.')
})
