import { expect, it, vi } from 'vitest'
import { letNewVersionTakeOver, takeOver } from './take-over.ts'

function open({ isWaiting = true, isShown = true, isListed = true } = {}) {
  const windows = new Set(['before'])
  const postMessage = vi.fn()
  const scope = {
    registration: { waiting: isWaiting ? { postMessage } : null },
    clients: {
      claim: async () => undefined,
      // The page takes the place of the one before.
      get: async (id: string) => {
        if (!isShown) return undefined
        windows.delete('before')
        if (isListed) windows.add(id)
        return { id }
      },
      matchAll: async () => [...windows].map((id) => ({ id })),
    },
  }
  return { windows, postMessage, load: () => letNewVersionTakeOver(scope, 'page') }
}

it('a new version takes over when a page takes the place of the only one', async () => {
  // Chromium does not always list the page at once.
  for (const isListed of [true, false]) {
    const { postMessage, load } = open({ isListed })
    await load()
    expect(postMessage.mock.calls).toEqual([[takeOver]])
  }
})

it('a new version waits while another tab shows a page', async () => {
  const { windows, postMessage, load } = open()
  windows.add('other tab')
  await load()
  expect(postMessage).not.toHaveBeenCalled()
})

it('a new version waits if the page is not shown, as with a download', async () => {
  const { windows, postMessage, load } = open({ isShown: false })
  windows.clear()
  await load()
  expect(postMessage).not.toHaveBeenCalled()
})

it('nothing is asked while no version waits', async () => {
  const { windows, load } = open({ isWaiting: false })
  await load()
  expect([...windows]).toEqual(['before'])
})
