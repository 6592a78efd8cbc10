import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { isReservedFirstName, isReservedFullName, isReservedLastName } from './reserved-names.ts'

stayOnBuiltInCampus()

describe('a reserved name', () => {
  it.each([
    'Quad',
    'QUAD',
    'Quad Team',
    'QuadTeam',
    'The Quad Team',
    'Q u a d',
    "Qu'ad",
    'Quad-Support',
    'Admin',
    'Admins',
    'Site Admin',
    'Administrator',
    'Moderator',
    'Quad Moderation',
    'Support',
    'Help Desk',
    'Campus Security',
    'Marketplace Team',
    'Official Staff',
    'The Staff Team',
    'Student Services',
    'Quad Safety Office',
    'Quad Bot X',
    'QuadHQ',
    'QuadHQ X',
    'Trust and Safety Team',
    'IT Support X',
    'Tech Support',
    'Campus Police',
    'Campus Police Bob',
    'Mod Team',
    'Deleted account',
    'Deleted Student',
    ...campus.universities.map(({ name }) => name),
  ])('is %s, first or last', (name) => {
    expect([isReservedFirstName(name), isReservedLastName(name)]).toEqual([true, true])
  })

  it.each([
    ['Cyrillic letters', 'Аdmin'],
    ['Cyrillic capitals', 'АDМІN'],
    ['Greek capitals', 'ΑDΜΙΝ'],
    ['another q', 'Ԛuad'],
    ['small capitals', 'ᴀᴅᴍɪɴ'],
    ['full width', 'Ｑｕａｄ'],
    ['digits', 'Supp0rt'],
    ['a one', 'Adm1n'],
    ['a small L', 'Admln'],
    ['two letters that look like one', 'Adrnin'],
    ['accents', 'Quâd'],
    ['an o that looks like a q', 'ǫuad'],
    ['Lisu letters', 'ꓮꓓꓟꓲꓠ'],
    ['Canadian syllabics', 'ᗩᗪᗰIᑎ'],
    ['an Armenian letter', 'Տupport'],
    ['a row of marks', 'Q\u0301\u0323\u0301uad'],
    ['a zero-width space', 'Qu\u200bad'],
    ['a grapheme joiner', 'Qu\u034fad'],
    ['a Hangul filler', 'Qu\u3164ad'],
  ])('is one with %s', (_, name) => {
    expect(isReservedFirstName(name)).toBe(true)
  })

  it('is that of a university as a first name, and beside no other name', () => {
    for (const name of ['Laurier', 'Waterloo', 'UWaterloo', 'Waterloo Students']) {
      expect(isReservedFirstName(name), name).toBe(true)
    }
    expect(isReservedLastName('Laurier')).toBe(false)
    expect(isReservedFullName('The', 'Laurier')).toBe(true)
    expect(isReservedFullName('Marie', 'Laurier')).toBe(false)
  })

  it('is also one that begins in the first name and ends in the last', () => {
    expect(isReservedFullName('Q', 'uad')).toBe(true)
    expect(isReservedFullName('Ad', 'Min Team')).toBe(true)
    expect(isReservedFullName('Mod', 'Erator')).toBe(true)
    expect(isReservedFullName('Campus', 'Security')).toBe(true)
    expect(isReservedFullName('Safety', 'Bob Office')).toBe(true)
    expect(isReservedFullName('Staff', 'Ofthe Market')).toBe(true)
  })

  it.each([
    ...['Admina', 'Quadir', 'Quadri', 'Supporto', 'Moderata', 'Adminov', 'Aquad', 'Maquad'],
    ...[
      'Wilfrid',
      'Theo',
      'Campus',
      'Staff',
      'Security',
      'The Staff',
      'Helpert',
      'Market',
      'Ada',
      'X Æ',
      '李',
      'Ωmega',
      'Ǫdlé',
      'Mod',
      'Modi',
      'Trust',
      'Police',
      'Tech',
      'Itani',
      'Botha',
    ],
  ])('is none of the real name %s', (name) => {
    expect([isReservedFirstName(name), isReservedLastName(name)]).toEqual([false, false])
    expect(isReservedFullName(name, 'Lovelace')).toBe(false)
    expect(isReservedFullName('Ada', name)).toBe(false)
  })
})
