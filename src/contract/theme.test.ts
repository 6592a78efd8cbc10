import { expect, it } from 'vitest'
import { parseTheme, themeMetas } from './theme.ts'

it.each([
  ['light', 'light'],
  ['dark', 'dark'],
  ['system', 'system'],
  [undefined, 'system'],
  ['"><script>', 'system'],
])('the cookie %j means %s', (value, theme) => {
  expect(parseTheme(value)).toBe(theme)
})

it('the browser gets one colour for a chosen theme, and both for the system', () => {
  const colors = (theme: 'system' | 'light' | 'dark') =>
    themeMetas(theme).map(({ name, content, ...rest }) => [name, content, ...Object.values(rest)])
  expect(colors('dark')).toEqual([
    ['color-scheme', 'dark'],
    ['theme-color', '#14110D', 'all'],
  ])
  expect(colors('system')).toEqual([
    ['color-scheme', 'light dark'],
    ['theme-color', '#FBF7EE', '(prefers-color-scheme: light)'],
    ['theme-color', '#14110D', '(prefers-color-scheme: dark)'],
  ])
})
