import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { regionIds } from '#campus/campus-settings.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { lawPacks } from './law-packs.ts'
import type { LetterFacts, SubletTexts } from './phrase-rules.ts'
import { currentSubletTexts, subletTexts } from './sublets.ts'

const facts: LetterFacts = {
  today: 'Nov 18, 2026',
  tenant: 'Ada Lovelace',
  landlord: 'Pat Owner',
  subtenant: 'Sam Subtenant',
  address: '12 King St N',
  from: 'Jan 1, 2027',
  to: 'Apr 30, 2027',
  rent: '$650/room per month',
}

const fingerprint = ({ items, letter }: SubletTexts) =>
  createHash('sha256')
    .update(JSON.stringify([items, letter(facts)]))
    .digest('hex')
    .slice(0, 16)

describe('the texts about sublets', () => {
  it('have a new version whenever they change, because somebody has to check them again', () => {
    const found = Object.entries(subletTexts).map(([region, texts]) => [
      region,
      texts.version,
      fingerprint(texts),
    ])
    // If this fails, raise the version of the texts, and put the new fingerprint here.
    expect(found).toEqual([['CA-ON', 2, 'fb3de3c80d7a43a0']])
  })

  it('belong to the law pack, name their sources and leave no blank in the letter', () => {
    for (const region of regionIds) {
      const { sublets } = lawPacks[region]
      expect(sublets).toBe(subletTexts[region])
      const items = sublets?.items ?? []
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
      expect(items.filter(({ source }) => source?.url.startsWith('https://'))).not.toEqual([])
      const letter = sublets?.letter(facts) ?? ''
      for (const fact of Object.values(facts)) expect.soft(letter).toContain(fact)
      expect(letter).not.toMatch(/undefined|\$\{/)
    }
  })

  it('are on only while this version of them is checked, for the region of the campus', () => {
    const texts = subletTexts['CA-ON']
    const check = { region: 'CA-ON', version: texts.version, by: 'A lawyer', on: '2026-11-18' }
    const isOn = (region: string | null, ...legalChecks: (typeof check)[]) => {
      changeCampus({ region, legalChecks })
      return currentSubletTexts() !== undefined
    }
    expect(isOn('CA-ON')).toBe(false)
    expect(isOn('CA-ON', { ...check, version: texts.version - 1 })).toBe(false)
    expect(isOn('CA-ON', { ...check, region: 'IE' })).toBe(false)
    expect(isOn(null, check)).toBe(false)
    expect(isOn('__proto__', { ...check, region: '__proto__' })).toBe(false)
    expect(isOn('CA-ON', check)).toBe(true)
    expect(currentSubletTexts()).toEqual({ texts, check })
  })
})
