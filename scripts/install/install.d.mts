export function ensureInstalled(root: string): Promise<'ready' | 'failed' | 'stopped'>
export function isInstalled(root: string): boolean
export function describeProgress(root: string): string
