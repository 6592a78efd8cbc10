import {
  type AccentColors,
  builtInAccent,
  type ColorScheme,
  designColors,
} from './design-colors.ts'
import { contrast, mixOklab, type Oklch, toHex, toOklch } from './oklch.ts'

/** WCAG 2.2, level AA. */
export const textContrast = 4.5
export const shapeContrast = 3

/**
 * The least contrast of a fill with the page in light mode. A fill needs no more, because it has text or a line in another
 * colour on it: the gold of the design has 1.5.
 */
export const lightFillContrast = 1.45

/** How much of `gold-dark` the button mixes in. A test compares it with the stylesheet. */
export const hoverMix = 0.14
export const pressedMix = 0.26

/** The texts on a fill. */
const fillTexts = ['#17130e', '#ffffff'] as const

/** The step of lightness, about that of one of the 256 values of a channel. */
const step = 1 / 256

/** Returns the colour of the same hue whose lightness is nearest and that passes. */
function findNearest(color: string | Oklch, passes: (hex: string) => boolean): string {
  const start = typeof color === 'string' ? toOklch(color) : color
  const first = typeof color === 'string' ? color.toLowerCase() : toHex(color)
  if (passes(first)) return first
  for (let distance = step; distance <= 1; distance += step) {
    for (const l of [start.l - distance, start.l + distance]) {
      const hex = l >= 0 && l <= 1 ? toHex({ ...start, l }) : ''
      if (hex && passes(hex)) return hex
    }
  }
  throw new Error(`No colour like ${first} is readable.`)
}

const findFillText = (fill: string) =>
  fillTexts.find((text) => contrast(fill, text) >= textContrast)

/** The lightness and the most chroma of the quiet backgrounds. */
const tints = {
  light: { soft: { l: 0.95, c: 0.022 }, sun: { l: 0.962, c: 0.05 } },
  dark: { soft: { l: 0.275, c: 0.05 }, sun: { l: 0.285, c: 0.045 } },
}

/**
 * Derives all colours of a scheme from the accent. Each keeps its hue and has the nearest lightness at which text is readable
 * and shapes can be seen.
 */
function deriveColors(accent: string, scheme: ColorScheme): AccentColors {
  const { paper, card, ink, 'ink-2': quiet, danger, ok } = designColors[scheme]
  const passesAll = (others: readonly string[], min: number) => (hex: string) =>
    others.every((other) => contrast(hex, other) >= min)
  const { c, h } = toOklch(accent)
  const tint = (name: 'soft' | 'sun') => {
    const { l, c: maxChroma } = tints[scheme][name]
    return findNearest(
      { l, c: Math.min(c, maxChroma), h },
      passesAll([ink, quiet, danger, ok], textContrast),
    )
  }
  const [soft, sun] = [tint('soft'), tint('sun')]
  const isSeen = passesAll([paper, card], scheme === 'dark' ? shapeContrast : lightFillContrast)
  const gold = findNearest(accent, (hex) => isSeen(hex) && findFillText(hex) !== undefined)
  const text = findFillText(gold) ?? fillTexts[0]
  const fill = toOklch(gold)
  // A fill that is dark already gets lighter when it is pressed.
  const pressed = { ...fill, l: fill.l > 0.45 ? fill.l - 0.22 : fill.l + 0.25 }
  return {
    gold,
    'gold-dark': findNearest(pressed, (hex) =>
      [hoverMix, pressedMix].every(
        (share) => contrast(mixOklab(gold, hex, share), text) >= textContrast,
      ),
    ),
    'on-gold': text,
    mark: findNearest(gold, passesAll([ink], textContrast)),
    link: findNearest(accent, passesAll([paper, card, soft, sun], textContrast)),
    soft,
    sun,
  }
}

/** Returns the colours of pages, emails and icons for an accent. Without one they are those of the design. */
export const accentColors = (accent: string | null): Record<ColorScheme, AccentColors> =>
  accent === null
    ? builtInAccent
    : { light: deriveColors(accent, 'light'), dark: deriveColors(accent, 'dark') }

/** Returns how the fill differs from the accent that was chosen. */
export function findShift(accent: string, fill: string): 'darker' | 'lighter' | undefined {
  if (accent.toLowerCase() === fill) return undefined
  return toOklch(fill).l < toOklch(accent).l ? 'darker' : 'lighter'
}

/**
 * Returns CSS that sets the colours as custom properties, for both schemes. Paper is light. The root says which theme this
 * browser has chosen, as in styles.css.
 */
export function accentStyles(accent: string): string {
  const { light, dark } = accentColors(accent)
  const rule = (colors: AccentColors, theme = '') =>
    `:root${theme}{${Object.entries(colors)
      .map(([name, color]) => `--color-${name}:${color}`)
      .join(';')}}`
  const bySystem = rule(dark, ':not([data-theme=light])')
  const byChoice = rule(dark, '[data-theme=dark]')
  return `${rule(light)}@media screen and (prefers-color-scheme:dark){${bySystem}}@media screen{${byChoice}}`
}
