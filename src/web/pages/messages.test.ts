import { describe, expect, it } from 'vitest'
import { pagePaths } from '#contract/paths.ts'
import { at } from '#tests/support/campus-email.ts'
import { render } from '../entry-server.tsx'

/** Resolves with the page's status, its heading, and which calls it made. */
async function open(url: string, unread: number | null) {
  const calls: string[] = []
  const user = {
    id: 1,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: at('ada'),
    confirmation: 'confirmed',
    role: 'student',
    secondFactor: null,
    suspension: null,
    mayPost: true,
    unread,
    favourites: [] as number[],
  } as const
  const page = await render({
    url,
    fetch: async (path) => {
      calls.push(path)
      return path.startsWith('/api/threads?') || path === '/api/threads'
        ? Response.json({ results: [], next: null })
        : Response.json({}, { status: path.startsWith('/api/threads/99/') ? 404 : 503 })
    },
    audience: 'students',
    user,
    now: Date.UTC(2026, 10, 15),
  })
  if ('redirect' in page) throw new Error(`${url} leads to ${page.redirect}`)
  const [, heading] = /<h1[^>]*>(.*?)<\/h1>/.exec(page.body) ?? []
  return {
    status: page.status,
    heading,
    title: page.head.title,
    calls: calls.length,
    // Conversations have no bar at the bottom of phones.
    body: page.body.replace(/<nav aria-label="Places".*?<\/nav>/s, ''),
  }
}

describe.each([pagePaths.messages, pagePaths.thread(5)])('page %s', (url) => {
  it('is not there, and loads nothing, for a student who has no messages on a site without them', async () => {
    const nowhere = await open('/nowhere', null)
    expect(await open(url, null)).toEqual({ ...nowhere, status: 404, calls: 0 })
  })

  it('is there for one who has, whatever is unread', async () => {
    const page = await open(url, 0)
    expect(page.heading).toBe('Messages')
    expect(page.calls).toBeGreaterThan(0)
  })
})

it('says without JavaScript that a conversation does not exist', async () => {
  const page = await open(pagePaths.thread(99), 0)
  expect(page.status).toBe(404)
  expect(page.title).toMatch(/^Conversation not found/)
})

it('says that there are no conversations yet', async () => {
  expect((await open(pagePaths.messages, 0)).body).toContain('No conversations yet')
})
