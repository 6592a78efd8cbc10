import { expect, test } from 'vitest'
import { findBrowsers } from './find-browsers.ts'

test.each([
  [['firefox-esr', 'WebKitWebDriver', 'Xvfb'], ['Firefox', 'WebKit'], []],
  [['firefox'], ['Firefox'], ["WebKit: not found; install Debian's webkit2gtk-driver and xvfb"]],
  [['WebKitWebDriver', 'Xvfb'], ['WebKit'], ["Firefox: not found; install Debian's firefox-esr"]],
  [
    ['WebKitWebDriver'],
    [],
    [
      "Firefox: not found; install Debian's firefox-esr",
      "WebKit: not found; install Debian's webkit2gtk-driver and xvfb",
    ],
  ],
])('with the programs %j', (programs, names, sentences) => {
  const { installed, missing } = findBrowsers((name) =>
    programs.includes(name) ? name : undefined,
  )
  expect(installed.map(({ name }) => name)).toEqual(names)
  expect(missing).toEqual(sentences)
})
