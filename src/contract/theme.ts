export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The cookie with the theme that this browser has chosen. A cookie, so that the server renders pages in it. */
export const themeCookie = 'quad-theme'

/** Returns the theme of a cookie. Anything but a choice means that the system decides. */
export const parseTheme = (value: string | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'system'

/** The colour of the browser's own bar. */
const barColors = { light: '#FBF7EE', dark: '#14110D' }

/** Returns the attributes of the meta elements that tell the browser about a theme. */
export const themeMetas = (theme: Theme) => [
  { name: 'color-scheme', content: theme === 'system' ? 'light dark' : theme },
  ...(['light', 'dark'] as const)
    .filter((scheme) => theme === 'system' || theme === scheme)
    .map((scheme) => ({
      name: 'theme-color',
      content: barColors[scheme],
      media: theme === 'system' ? `(prefers-color-scheme: ${scheme})` : 'all',
    })),
]
