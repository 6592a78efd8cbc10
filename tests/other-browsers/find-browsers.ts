import { findInstalledProgram } from '../support/find-program.ts'
import type { Browser } from './browser.ts'
import { launchFirefox } from './firefox.ts'
import { launchWebKit } from './webkit.ts'

interface InstalledBrowser {
  name: string
  launch: () => Promise<Browser>
}

/** Finds the browsers of this machine besides Chromium. Returns a sentence about each that is missing. */
export function findBrowsers(find = findInstalledProgram): {
  installed: InstalledBrowser[]
  missing: string[]
} {
  const installed: InstalledBrowser[] = []
  const missing: string[] = []

  const firefox = find('firefox-esr') ?? find('firefox')
  if (firefox) installed.push({ name: 'Firefox', launch: () => launchFirefox(firefox) })
  else missing.push("Firefox: not found; install Debian's firefox-esr")

  const driver = find('WebKitWebDriver')
  const xvfb = find('Xvfb')
  if (driver && xvfb) installed.push({ name: 'WebKit', launch: () => launchWebKit(driver, xvfb) })
  else missing.push("WebKit: not found; install Debian's webkit2gtk-driver and xvfb")

  return { installed, missing }
}
