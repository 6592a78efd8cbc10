import { expect, it } from 'vitest'
import { withClientId } from './use-moving-out-form.ts'

it('gives the same contents the same id, and others another one', () => {
  const lastSent = { current: { body: '', clientId: '' } }
  const idOf = (body: object) => withClientId(body, lastSent).client_id
  const first = idOf({ items: ['lamp'] })
  expect(idOf({ items: ['lamp'] })).toBe(first)
  const second = idOf({ items: ['lamp', 'chair'] })
  expect(second).not.toBe(first)
  expect(idOf({ items: ['lamp', 'chair'] })).toBe(second)
})
