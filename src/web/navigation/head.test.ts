import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

/** Opens a page with this title. The module remembers the count of its page. */
async function open(title: string, setAppBadge?: (count: number) => Promise<void>) {
  const document = { title }
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', setAppBadge ? { setAppBadge } : {})
  const { showUnreadCount } = await import('./head.ts')
  return { document, showUnreadCount }
}

it('puts the number of unread conversations in front of the title, and on the icon', async () => {
  const setAppBadge = vi.fn(async () => undefined)
  const { document, showUnreadCount } = await open('About Us', setAppBadge)
  showUnreadCount(2)
  expect(document.title).toBe('(2) About Us')
  showUnreadCount(2)
  showUnreadCount(3)
  expect(document.title).toBe('(3) About Us')
  showUnreadCount(0)
  expect(document.title).toBe('About Us')
  expect(setAppBadge.mock.calls).toEqual([[2], [3], [0]])
})

it('clears what the last visit has left on the icon', async () => {
  const setAppBadge = vi.fn(async () => undefined)
  const { document, showUnreadCount } = await open('About Us', setAppBadge)
  showUnreadCount(0)
  expect(setAppBadge).toHaveBeenCalledWith(0)
  expect(document.title).toBe('About Us')
})

it.each([
  ['without badges', undefined],
  ['if badges are not allowed', () => Promise.reject(new DOMException('not allowed'))],
])('works %s', async (_, setAppBadge) => {
  const { document, showUnreadCount } = await open('About Us', setAppBadge)
  showUnreadCount(1)
  expect(document.title).toBe('(1) About Us')
})
