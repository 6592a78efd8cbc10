import type { NavigateFunction } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
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
