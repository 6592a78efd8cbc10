import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MemoryStorage } from '#tests/support/memory-storage.ts'
import { pathsToKeep } from './keep-offline.ts'

beforeEach(() => vi.stubGlobal('sessionStorage', new MemoryStorage()))
afterEach(() => vi.unstubAllGlobals())

it('asks for what every page may lead to now and then, and for what the page shows each time', () => {
  expect(pathsToKeep('/about', 1_000_000)).toEqual(['/api/auth/me', '/api/favourites'])
  expect(pathsToKeep('/about', 1_500_000)).toEqual([])
  expect(pathsToKeep('/messages', 1_500_000)).toEqual(['/api/threads'])
  expect(pathsToKeep('/messages/7', 1_500_000)).toEqual(['/api/threads', '/api/threads/7/messages'])
  expect(pathsToKeep('/saved', 1_500_000)).toEqual(['/api/saved-searches', '/api/users/me'])
  expect(pathsToKeep('/about', 1_700_000)).toEqual(['/api/auth/me', '/api/favourites'])
})
