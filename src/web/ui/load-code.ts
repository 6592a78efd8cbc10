import { showToast } from './overlays/toast-store.ts'

/** JavaScript could not be loaded: there is no connection, or a deployment has replaced the file. */
export class CodeLoadError extends Error {
  /** Whether the device has no connection; trying again works once it has. Node.js has no such property. */
  readonly isOffline = navigator.onLine === false
}

const loadedModules = new WeakMap<() => Promise<unknown>, unknown>()

/**
 * Every part of the site that is loaded later is imported through here. Nothing is imported while the device is offline:
 * many versions of Chromium keep a failed import until the page is reloaded.
 */
export async function loadCode<Module>(importModule: () => Promise<Module>): Promise<Module> {
  const loaded = loadedModules.get(importModule)
  if (loaded !== undefined) return loaded as Module
  if (navigator.onLine === false) throw new CodeLoadError('There is no connection')
  try {
    const module = await importModule()
    loadedModules.set(importModule, module)
    return module
  } catch (cause) {
    throw new CodeLoadError('The code could not be loaded', { cause })
  }
}

/** A reload always helps; whether another try does depends on the browser. */
export function showCodeLoadError({ isOffline }: CodeLoadError) {
  showToast({
    key: 'code',
    variant: 'danger',
    ...(isOffline
      ? // ui may not import offlineMessage from queries/api.ts; a test keeps both the same.
        { text: "You're offline. Check your connection and try again." }
      : {
          text: "Part of this page didn't load.",
          action: { label: 'Reload', onClick: () => location.reload() },
        }),
  })
}
