import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { type BackState, useBackState } from './back-state.ts'

/** Returns the state that a card on this page gives its link. */
function readBackState(pathname: string, search = '', state: unknown = null) {
  let result: BackState | undefined
  const Card = () => {
    result = useBackState()
    return null
  }
  renderToString(
    <MemoryRouter initialEntries={[{ pathname, search, state }]}>
      <Card />
    </MemoryRouter>,
  )
  return result
}

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
