import type { Location, NavigateFunction } from 'react-router'
import { isPersonalCache } from '#contract/offline.ts'
import { pagePaths } from '#contract/paths.ts'
import { clearLocalStorage } from '../ui/store.ts'

const state = { hasLeftAccount: true }

/**
 * Navigates home after a logout, then deletes all drafts. Unsaved forms do not block the navigation, because nobody could
 * save them.
 */
export async function leaveAccount(navigate: NavigateFunction): Promise<void> {
  await navigate(pagePaths.home, { state })
  // The response has Clear-Site-Data, but browsers ignore it over plain http.
  clearLocalStorage()
  await clearPersonalCaches()
}

/** Deletes what the service worker keeps for the student. It does so itself, too, if it runs. */
async function clearPersonalCaches() {
  // Over plain http there is no cache.
  const names = globalThis.caches ? await caches.keys() : []
  await Promise.all(names.filter(isPersonalCache).map((name) => caches.delete(name)))
}

export const hasLeftAccount = (location: Location): boolean =>
  location.state?.hasLeftAccount === true
