import { expect, it } from 'vitest'
import { mayReplace } from './handover-view.tsx'

it('keeps what an admin has typed when another admin saves notes', () => {
  const [base, newer] = [
    { text: 'Host: A', version: 1 },
    { text: 'Host: B', version: 2 },
  ]
  expect(mayReplace('Host: A, domain: C', base, newer)).toBe(false)
  expect(mayReplace('Host: A', base, newer)).toBe(true)
  // The admin has saved it themselves.
  expect(mayReplace('Host: B', base, newer)).toBe(true)
  expect(mayReplace('Host: A', base, base)).toBe(false)
})
