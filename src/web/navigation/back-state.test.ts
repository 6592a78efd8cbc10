import { expect, it } from 'vitest'
import { toBackState } from './back-state.ts'

/** Returns the state that the link of a card gets on this page. */
const readBackState = (pathname: string, search = '', state: unknown = null) =>
  toBackState({ pathname, search, state, hash: '', key: 'x' })

it('leads from a listing to the list with its filters', () => {
  const expected = { listUrl: '/rentals?type=sublet', steps: 1 }
  expect(readBackState('/rentals', '?type=sublet')).toEqual(expected)
  for (const state of ['text', 5, {}, { listUrl: '/x' }]) {
    expect(readBackState('/rentals', '?type=sublet', state)).toEqual(expected)
  }
})

it('leads from a similar listing to the same list, one page further', () => {
  const state = { listUrl: '/rentals?type=sublet', steps: 1 }
  expect(readBackState('/rentals/7', '', state)).toEqual({ ...state, steps: 2 })
})
