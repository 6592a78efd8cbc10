export function ensureInstalled(
  root: string,
  options?: { withDev?: boolean },
): Promise<'ready' | 'failed' | 'stopped'>
export function isInstalled(root: string, options?: { withDev?: boolean }): boolean
export function describeProgress(root: string): string
