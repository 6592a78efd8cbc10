import { expect, it } from 'vitest'
import { listNames, tellLabel } from './tell-others.tsx'

it('says whom the seller tells, and what', () => {
  expect(tellLabel(2, false)).toBe("Tell the other 2 it's gone")
  expect(tellLabel(1, false)).toBe("Tell them it's gone")
  expect(tellLabel(3, true)).toBe("Tell the other 3 you've found one")
})

it('names a few of them, and counts the rest', () => {
  expect(listNames(['Liam'])).toBe('Liam')
  expect(listNames(['Liam', 'Mia'])).toBe('Liam and Mia')
  expect(listNames(['Liam', 'Mia', 'Noah'])).toBe('Liam, Mia and Noah')
  expect(listNames(['Liam', 'Mia', 'Noah', 'Ava', 'Zoe'])).toBe('Liam, Mia, Noah and 2 more')
})
