import type { SessionUser } from '#contract/accounts.ts'
import { pagePaths, returnPath } from '#contract/paths.ts'
import type { PageOutcome, PageRequest } from '../page.ts'
import { sessionKey } from './session.ts'

const student = ({ queries }: PageRequest) => queries.getData<SessionUser | null>(sessionKey)

/** For the prefetch of pages that only students see: visitors log in first, then come back. */
export async function requireSession(request: PageRequest): Promise<PageOutcome | undefined> {
  return student(request) ? undefined : { redirect: pagePaths.login(request.url) }
}

/** For the prefetch of pages that only visitors need: students go where they wanted to go. */
export async function redirectStudents(request: PageRequest): Promise<PageOutcome | undefined> {
  return student(request) ? { redirect: returnPath(request.search.get('next')) } : undefined
}
