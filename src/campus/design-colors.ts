export type ColorScheme = 'light' | 'dark'

/** The colours of the design that stay as they are. A test compares them with the stylesheet. */
export const designColors = {
  light: {
    paper: '#fbf7ee',
    card: '#ffffff',
    ink: '#17130e',
    'ink-2': '#5b5347',
    line: '#e7dfcf',
    field: '#8c8273',
    danger: '#b3261e',
    ok: '#1e7a46',
  },
  dark: {
    paper: '#14110d',
    card: '#1e1a14',
    ink: '#f7f1e5',
    'ink-2': '#bdb2a1',
    line: '#352e24',
    field: '#7f7564',
    danger: '#ffb4a9',
    ok: '#7bd3a0',
  },
} as const

/** The colours that follow the accent, by the names of their custom properties. */
export interface AccentColors {
  /** The fill of buttons and marks. */
  gold: string
  /** The buttons mix a part of it into the fill when they are hovered or pressed. */
  'gold-dark': string
  'on-gold': string
  /** The stroke behind a headline, which is in the colour of text. */
  mark: string
  /** Links, icons and focus rings. */
  link: string
  /** The two quiet backgrounds. */
  soft: string
  sun: string
}

/** The built-in colours, for whatever is drawn outside of the stylesheet. */
export const builtInAccent: Record<ColorScheme, AccentColors> = {
  light: {
    gold: '#ffc53d',
    'gold-dark': '#a86f00',
    'on-gold': '#17130e',
    mark: '#ffc53d',
    link: '#4a1a9e',
    soft: '#f1eafb',
    sun: '#fff1cc',
  },
  dark: {
    gold: '#ffc53d',
    'gold-dark': '#a86f00',
    'on-gold': '#17130e',
    mark: '#ffc53d',
    link: '#cdb4ff',
    soft: '#2a2140',
    sun: '#33280f',
  },
}
