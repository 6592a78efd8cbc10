import { showToast } from './toast-store.ts'

/** Code could not be loaded: there is no connection, or a deployment has replaced it. */
export class CodeLoadError extends Error {
  /** Nothing was requested, so a try after this works in every browser. */
  readonly isOffline: boolean

  constructor({ isOffline, cause }: { isOffline: boolean; cause?: unknown }) {
    super('The code could not be loaded', { cause })
    this.isOffline = isOffline
  }
}

const loadedModules = new WeakMap<() => Promise<unknown>, unknown>()

/**
 * Every part of the site that is loaded later is imported through here. Nothing is imported while the device is offline:
 * many versions of Chromium keep a failed import until the page is reloaded.
 */
export async function loadCode<Module>(importModule: () => Promise<Module>): Promise<Module> {
  const loaded = loadedModules.get(importModule)
  if (loaded !== undefined) return loaded as Module
  // The server has no such property.
  if (navigator.onLine === false) throw new CodeLoadError({ isOffline: true })
  try {
    const module = await importModule()
    loadedModules.set(importModule, module)
    return module
  } catch (cause) {
    throw new CodeLoadError({ isOffline: false, cause })
  }
}

/** For what a press asked for. A reload always helps; whether another try does depends on the browser. */
export function showCodeLoadError({ isOffline }: CodeLoadError, whatFailed: string) {
  showToast({
    key: 'code',
    variant: 'danger',
    ...(isOffline
      ? { text: "You're offline. Try again when you're back online." }
      : { text: whatFailed, action: { label: 'Reload', onClick: () => location.reload() } }),
  })
}
