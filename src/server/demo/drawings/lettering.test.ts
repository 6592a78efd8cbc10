import { describe, expect, it } from 'vitest'
import { brokenIntoLines, textInBox } from './lettering.ts'

const box = { x: 0, y: 0, width: 300, height: 120 }

describe('text in a box', () => {
  it('breaks between words', () => {
    expect(brokenIntoLines('Engineering Mechanics: Statics', 22)).toEqual([
      'Engineering Mechanics:',
      'Statics',
    ])
  })

  it('shrinks until the widest usual face stays inside', () => {
    const svg = textInBox(box, 'Environment: The Science Behind the Stories', {
      size: 60,
      color: '#000000',
    })
    const size = Number(/font-size="([\d.]+)"/.exec(svg)?.[1])
    const lines = [...svg.matchAll(/>([^<]+)</g)].map(([, line = '']) => line)
    expect(lines.join(' ')).toBe('Environment: The Science Behind the Stories')
    expect(lines.length * size * 1.15).toBeLessThanOrEqual(box.height)
    for (const line of lines) expect(line.length * size * 0.7).toBeLessThanOrEqual(box.width)
  })

  it('keeps the size it was given where that fits', () => {
    expect(textInBox(box, 'Stats', { size: 40, color: '#000000' })).toContain('font-size="40"')
  })
})
