import type { Location, NavigateFunction } from 'react-router'
import { pagePaths } from '#contract/paths.ts'

const state = { hasLeftAccount: true }

/**
 * Navigates home after the session has ended. Unsaved forms do not block it: their draft is kept, and they could not be
 * saved. Rendered before it resolves (`flushSync`), so that no page is shown without its user.
 */
export async function leaveAccount(navigate: NavigateFunction): Promise<void> {
  await navigate(pagePaths.home, { state, flushSync: true })
}

export const hasLeftAccount = (location: Location): boolean =>
  location.state?.hasLeftAccount === true
