import { showToast } from './overlays/toast-store.ts'

/** JavaScript could not be loaded, because there is no connection or a deployment has replaced the file. */
export class CodeLoadError extends Error {
  /** Whether the device is offline. Trying again works once it is online. Node.js has no `navigator.onLine`. */
  readonly isOffline = navigator.onLine === false
}

const loadedModules = new WeakMap<() => Promise<unknown>, unknown>()

/** Returns whether a service worker answers the requests of this page. */
export const hasServiceWorker = (): boolean => Boolean(navigator.serviceWorker?.controller)

/**
 * Imports every part of the site that is loaded later. Imports nothing while the device is offline, because many versions of
 * Chromium keep a failed import until the page is reloaded. A service worker may have the code.
 */
export async function loadCode<Module>(importModule: () => Promise<Module>): Promise<Module> {
  const loaded = loadedModules.get(importModule)
  if (loaded !== undefined) return loaded as Module
  if (navigator.onLine === false && !hasServiceWorker())
    throw new CodeLoadError('There is no connection')
  try {
    const module = await importModule()
    loadedModules.set(importModule, module)
    return module
  } catch (cause) {
    throw new CodeLoadError('The code could not be loaded', { cause })
  }
}

/** Shows a toast. A reload always helps; whether another try does depends on the browser. */
export function showCodeLoadError({ isOffline }: CodeLoadError) {
  showToast({
    key: 'code',
    variant: 'danger',
    ...(isOffline
      ? // ui may not import offlineMessage from queries/api.ts. A test keeps both texts the same.
        { text: "You're offline. Check your connection and try again." }
      : {
          text: "Part of this page didn't load.",
          action: { label: 'Reload', onClick: () => location.reload() },
        }),
  })
}
