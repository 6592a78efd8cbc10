import { describe, expect, it } from 'vitest'
import { replaceSection } from './document.ts'

const titles = (document: string) => [...document.matchAll(/^## (.+)$/gm)].map(([, title]) => title)

describe('replaceSection', () => {
  it('adds the first section to an empty document', () => {
    const document = replaceSection('', 'speed', 'fast')
    expect(document).toMatch(/^# Benchmarks\n/)
    expect(document).toMatch(/\n## Speed\n\nfast\n$/)
  })

  it('replaces one section and keeps the others unchanged', () => {
    const growth = '| a |\n\n### Part\n\nMeasured long ago.'
    const before = replaceSection(replaceSection('', 'growth', growth), 'speed', 'old')
    const after = replaceSection(before, 'speed', 'new')
    expect(after).toContain(`## Growth\n\n${growth}\n`)
    expect(after).toContain('## Speed\n\nnew\n')
    expect(after).not.toContain('old')
  })

  it('keeps the sections in order, whichever was measured first', () => {
    let document = ''
    for (const section of ['campus', 'hostile', 'lighthouse', 'speed', 'growth'] as const) {
      document = replaceSection(document, section, section)
    }
    expect(titles(document)).toEqual([
      'Speed',
      'Growth',
      'First visit',
      'The busiest minute of a campus',
      'Hostile texts',
    ])
  })

  it('returns the same document for the same text', () => {
    const document = replaceSection(replaceSection('', 'speed', 'a'), 'hostile', 'b')
    expect(replaceSection(document, 'speed', 'a')).toBe(document)
  })
})
