/**
 * Whether Back or Forward has brought this document. Browsers then show it as they kept it, without asking the server: the
 * reader may have logged in or out since. `data-restored` is set by deferred-entry.ts.
 */
export function isFromHistory(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const type = (navigation as PerformanceNavigationTiming | undefined)?.type
  return type === 'back_forward' || 'restored' in document.documentElement.dataset
}
