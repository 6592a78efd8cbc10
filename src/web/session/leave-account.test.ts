import type { NavigateFunction } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { sharedPhotosCache } from '#contract/offline.ts'
import { createMemoryCaches } from '#tests/support/memory-caches.ts'
import { leaveAccount } from './leave-account.ts'

afterEach(() => vi.unstubAllGlobals())

it('deletes the drafts once no form is left that could save one', async () => {
  const stored = new Map([['draft/7/misc/new', 'typed before']])
  vi.stubGlobal('localStorage', { clear: () => stored.clear() })
  const navigate = (async () => stored.set('draft/7/misc/new', 'saved by an upload')) as unknown
  await leaveAccount(navigate as NavigateFunction)
  expect(stored.size).toBe(0)
})

it('works without storage', async () => {
  vi.stubGlobal('localStorage', undefined)
  await leaveAccount((async () => undefined) as NavigateFunction)
})

it('deletes what the service worker keeps for the student, and nothing else', async () => {
  const { caches, contents } = createMemoryCaches()
  for (const name of ['quad-kept-v1-7', sharedPhotosCache, 'quad-page-v1']) await caches.open(name)
  vi.stubGlobal('caches', caches)
  await leaveAccount((async () => undefined) as NavigateFunction)
  expect(contents()).toEqual({ 'quad-page-v1': [] })
})
