import type { WorkerScope } from './worker-scope.ts'

/** What a version says to the one that waits. */
export const takeOver = 'take over'

/**
 * Lets a new version take over once this page is the only one that is open. Call it only for a page that came from the server:
 * the new version deletes the files and the data of the old one, which has to serve all pages as long as there is no network.
 */
export async function letNewVersionTakeOver(
  { registration, clients }: Pick<WorkerScope, 'registration' | 'clients'>,
  pageId: string,
): Promise<void> {
  if (!registration.waiting) return
  // Resolves when the page has taken the place of the one that led to it, or with nothing for a download or a redirect.
  if (!(await clients.get(pageId))) return
  // The page itself may still be missing.
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open.every(({ id }) => id === pageId)) registration.waiting?.postMessage(takeOver)
}
