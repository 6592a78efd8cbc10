import { describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import { describeSettingsChanges, findChangedSettings, nameSettings } from './settings-changes.ts'

const [waterloo, laurier] = builtInCampus.universities as [
  CampusSettings['universities'][number],
  CampusSettings['universities'][number],
]
const [winter, spring, fall] = builtInCampus.terms as [
  CampusSettings['terms'][number],
  CampusSettings['terms'][number],
  CampusSettings['terms'][number],
]
const [founder, ...otherFounders] = builtInCampus.founders

const changesOf = (changes: Partial<CampusSettings>) =>
  describeSettingsChanges(builtInCampus, { ...builtInCampus, ...changes })

describe('changes of settings', () => {
  it.each<[string, Partial<CampusSettings>, string[]]>([
    ['nothing', {}, []],
    ['the name', { brand: 'Harbour' }, ['Name: Harbour, was Quad']],
    [
      'a value that was not set, and one that no longer is',
      { postalAddress: '1 Main St', region: null },
      ['Postal address: 1 Main St, was none', 'Region: none, was CA-ON'],
    ],
    [
      'the currency',
      { currency: { code: 'GBP', symbol: '£' } },
      ['Currency: GBP (£), was CAD ($)'],
    ],
    [
      'the end of a term',
      { terms: [{ ...winter, lastDay: '04-20' }, spring, fall] },
      ['Terms: Winter ends Apr 20, was Apr 30'],
    ],
    [
      'a term that is added and one that is removed',
      { terms: [winter, { ...spring, id: 'summer', name: 'Summer' }, fall] },
      ['Terms: Summer added', 'Terms: Spring removed'],
    ],
    [
      'a domain and a meet-up spot',
      {
        universities: [
          { ...waterloo, emailDomains: ['uwaterloo.ca', 'edu.uwaterloo.ca'] },
          {
            ...laurier,
            emailDomains: ['mylaurier.ca'],
            meetUpSpots: laurier.meetUpSpots.map((spot, index) =>
              index === 0 ? { ...spot, hours: '7 am to midnight' } : spot,
            ),
          },
        ],
      },
      [
        'Universities: @edu.uwaterloo.ca of University of Waterloo added',
        'Universities: Laurier Concourse of Wilfrid Laurier University is open 7 am to midnight, was none',
        'Universities: @wlu.ca of Wilfrid Laurier University removed',
      ],
    ],
    [
      'a university that is renamed',
      { universities: [{ ...waterloo, name: 'UW' }, laurier] },
      ['Universities: University of Waterloo is called UW, was University of Waterloo'],
    ],
    [
      'a university that is removed, without its parts',
      { universities: [waterloo] },
      ['Universities: Wilfrid Laurier University removed'],
    ],
    ['the order alone', { universities: [laurier, waterloo] }, ['Universities: in another order']],
    [
      'a person who is renamed',
      { founders: founder ? [{ ...founder, name: 'Ada' }, ...otherFounders] : [] },
      ['People: Engineering lead is called Ada, was Engineering lead'],
    ],
    [
      'a domain that is closed',
      { closedDomains: ['old.ca'] },
      ['Locked-out email domains: @old.ca added'],
    ],
  ])('%s', (_name, changes, expected) => {
    expect(changesOf(changes)).toEqual(expected)
  })

  it('are named in a row for the log', () => {
    const after = { ...builtInCampus, brand: 'Harbour', contactEmail: 'hi@harbour.example' }
    expect(nameSettings(findChangedSettings(builtInCampus, after))).toBe('name, contact email')
  })
})
