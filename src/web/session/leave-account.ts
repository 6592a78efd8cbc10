import type { Location, NavigateFunction } from 'react-router'
import { pagePaths } from '#contract/paths.ts'

const state = { hasLeftAccount: true }

/** Navigates home after a logout, then deletes all drafts. Unsaved forms do not block it: they could not be saved. */
export async function leaveAccount(navigate: NavigateFunction): Promise<void> {
  await navigate(pagePaths.home, { state })
  clearStorage()
}

/** The response had Clear-Site-Data, but over plain http browsers ignore it. */
function clearStorage() {
  try {
    localStorage.clear()
  } catch {
    // Storage is disabled: there is nothing in it.
  }
}

export const hasLeftAccount = (location: Location): boolean =>
  location.state?.hasLeftAccount === true
