import { expect, it } from 'vitest'
import { z } from 'zod'
import { fieldErrors } from './errors.ts'

it('fieldErrors returns the first message of each invalid field', () => {
  const schema = z.object({
    title: z.string().min(3, 'too short').regex(/^x/, 'no x'),
    photos: z.array(z.string('not text')),
    fine: z.string(),
  })
  const { error } = schema.safeParse({ title: 'a', photos: ['a', 1, 2], fine: '' })
  expect(error && fieldErrors(error)).toEqual({ title: 'too short', photos: 'not text' })
})

it('fieldErrors is empty when the body itself is invalid', () => {
  const { error } = z.object({}).safeParse(null)
  expect(error && fieldErrors(error)).toEqual({})
})
