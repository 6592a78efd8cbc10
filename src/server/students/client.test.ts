import { expect, it } from 'vitest'
import { deviceName } from './client.ts'

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
    'Firefox on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.5.0', null],
  ['You have been hacked, call 555/1.0 ', null],
  ['<b>Call 555</b>/1.0 (Windows NT 10.0)', 'Windows'],
  ['', null],
  [undefined, null],
  ['Firefox/1 '.repeat(100), null],
])('names the device of %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
