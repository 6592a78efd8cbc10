import { describe, expect, it } from 'vitest'
import { withSection } from './document.ts'

const titles = (document: string) => [...document.matchAll(/^## (.+)$/gm)].map(([, title]) => title)

describe('the document', () => {
  it('starts with its first section', () => {
    const document = withSection('', 'speed', 'fast')
    expect(document).toMatch(/^# Benchmarks\n/)
    expect(document).toMatch(/\n## Speed\n\nfast\n$/)
  })

  it('replaces one section and keeps the others to the letter', () => {
    const growth = '| a |\n\n### Part\n\nMeasured long ago.'
    const before = withSection(withSection('', 'growth', growth), 'speed', 'old')
    const after = withSection(before, 'speed', 'new')
    expect(after).toContain(`## Growth\n\n${growth}\n`)
    expect(after).toContain('## Speed\n\nnew\n')
    expect(after).not.toContain('old')
  })

  it('keeps the order, whichever was measured first', () => {
    let document = ''
    for (const section of ['postgres', 'lighthouse', 'speed', 'growth'] as const) {
      document = withSection(document, section, section)
    }
    expect(titles(document)).toEqual(['Speed', 'Growth', 'First visit', 'On PostgreSQL'])
  })

  it('stays the same when nothing new is said', () => {
    const document = withSection(withSection('', 'speed', 'a'), 'postgres', 'b')
    expect(withSection(document, 'speed', 'a')).toBe(document)
  })
})
