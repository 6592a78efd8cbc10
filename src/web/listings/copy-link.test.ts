import { expect, it } from 'vitest'
import { copyByHand } from './copy-link.tsx'

it('says how to copy by hand, on a keyboard and on a touch screen', () => {
  expect(copyByHand(false)).toBe('Press Ctrl+C to copy the link.')
  expect(copyByHand(true)).toBe('Press and hold the link to copy it.')
})
