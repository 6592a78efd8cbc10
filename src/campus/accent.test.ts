import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accentColors,
  accentStyles,
  findShift,
  hoverMix,
  lightFillContrast,
  pressedMix,
  shapeContrast,
  textContrast,
} from './accent.ts'
import {
  type AccentColors,
  builtInAccent,
  type ColorScheme,
  designColors,
} from './design-colors.ts'
import { contrast, mixOklab, toHex, toOklch } from './oklch.ts'

const schemes: ColorScheme[] = ['light', 'dark']

/** Lists all pairs of a scheme that have too little contrast. */
function findProblems(colors: AccentColors, scheme: ColorScheme): string[] {
  const { paper, card, ink, 'ink-2': quiet, danger, ok } = designColors[scheme]
  const { gold, link, soft, sun, mark, 'on-gold': text, 'gold-dark': pressed } = colors
  const fill = scheme === 'dark' ? shapeContrast : lightFillContrast
  const pairs: [name: string, a: string, b: string, min: number][] = [
    ['text on a fill', text, gold, textContrast],
    ['headline', ink, mark, textContrast],
    ['text on a hovered fill', text, mixOklab(gold, pressed, hoverMix), textContrast],
    ['text on a pressed fill', text, mixOklab(gold, pressed, pressedMix), textContrast],
    ...[paper, card].map((page): [string, string, string, number] => ['fill', gold, page, fill]),
    ...[paper, card, soft, sun].map((page): [string, string, string, number] => [
      'link',
      link,
      page,
      textContrast,
    ]),
    ...[soft, sun].flatMap((tint) =>
      [ink, quiet, danger, ok].map((other): [string, string, string, number] => [
        'text on a tint',
        other,
        tint,
        textContrast,
      ]),
    ),
  ]
  return pairs
    .filter(([, a, b, min]) => contrast(a, b) < min)
    .map(([name, a, b]) => `${scheme}: ${name} ${a} ${b}`)
}

const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0').toUpperCase()}`)

describe('any accent', () => {
  it('gives readable colours in light and dark', () => {
    fc.assert(
      fc.property(hex, (accent) => {
        const colors = accentColors(accent)
        expect(schemes.flatMap((scheme) => findProblems(colors[scheme], scheme))).toEqual([])
      }),
      { numRuns: 150, examples: [['#000000'], ['#FFFFFF'], ['#FFFF00'], ['#767676'], ['#0000FF']] },
    )
  })

  it('stays as it is if it is readable, and is moved as little as it takes if not', () => {
    expect(accentColors('#1F6FB2').light.gold).toBe('#1f6fb2')
    expect(findShift('#1F6FB2', '#1f6fb2')).toBeUndefined()
    const pale = accentColors('#FFFDE0')
    expect(findShift('#FFFDE0', pale.light.gold)).toBe('darker')
    expect(pale.dark.gold).toBe('#fffde0')
    expect(contrast(pale.light.gold, designColors.light.paper)).toBeLessThan(1.5)
    const night = accentColors('#0A0A12')
    expect(night.light.gold).toBe('#0a0a12')
    expect(findShift('#0A0A12', night.dark.gold)).toBe('lighter')
    expect(contrast(night.dark.gold, designColors.dark.card)).toBeLessThan(3.2)
  })
})

describe('without an accent', () => {
  const css = readFileSync('src/web/styles.css', 'utf8')

  it('the colours are those of the stylesheet', () => {
    expect(accentColors(null)).toBe(builtInAccent)
    const [light = '', dark = ''] = css.split('@variant dark')
    const read = (text: string) =>
      Object.fromEntries(
        [...text.matchAll(/--color-([\w-]+): (#\w{6});/g)].map(([, name = '', color]) => [
          name,
          color,
        ]),
      )
    expect(read(light)).toEqual({
      ...designColors.light,
      ...builtInAccent.light,
      dark: '#17130e',
    })
    expect({ ...read(light), ...read(dark) }).toEqual({
      ...designColors.dark,
      ...builtInAccent.dark,
      dark: '#17130e',
    })
  })

  it('buttons mix in as much as the check assumes', () => {
    const button = readFileSync('src/web/ui/controls/button.css', 'utf8')
    const shares = [...button.matchAll(/var\(--color-gold-dark\) (\d+)%/g)].map(([, share]) =>
      Number(share),
    )
    expect(shares.map((share) => share / 100)).toEqual([hoverMix, pressedMix])
  })
})

it('the styles set every property for both schemes', () => {
  const { light, dark } = accentColors('#1F6FB2')
  const styles = accentStyles('#1F6FB2')
  expect(styles).toContain(`--color-gold:${light.gold};`)
  expect(styles).toMatch(
    /^:root\{[^}]*\}@media screen and \(prefers-color-scheme:dark\)\{:root:not\(\[data-theme=light\]\)\{[^}]*\}\}@media screen\{:root\[data-theme=dark\]\{[^}]*\}\}$/,
  )
  const [, bySystem, byChoice] = styles.split('@media')
  expect(bySystem).toContain(`--color-link:${dark.link};`)
  expect(byChoice).toContain(`--color-link:${dark.link};`)
})

describe('colours in OKLCH', () => {
  it('have the values of the CSS specification', () => {
    const round = (color: string) => {
      const { l, c, h } = toOklch(color)
      return [l, c, h].map((value) => Number(value.toFixed(3)))
    }
    expect(round('#FF0000')).toEqual([0.628, 0.258, 29.234])
    expect(round('#663399')).toEqual([0.44, 0.16, 303.373])
    expect(round('#ffffff').slice(0, 2)).toEqual([1, 0])
    expect(mixOklab('#000000', '#ffffff', 0.5)).toBe('#636363')
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  })

  it('are the same after a round trip, and lose chroma where a screen has none', () => {
    const roundTrip = fc.property(hex, (color) => {
      expect(toHex(toOklch(color))).toBe(color.toLowerCase())
    })
    fc.assert(roundTrip)
    const { c } = toOklch(toHex({ l: 0.95, c: 0.3, h: 264 }))
    expect(c).toBeLessThan(0.05)
    expect(toHex({ l: 1, c: 0.2, h: 100 })).toBe('#ffffff')
  })
})
