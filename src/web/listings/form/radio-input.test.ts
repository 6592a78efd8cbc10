import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { emptyValues } from './form-values.ts'
import { followers } from './radio-input.tsx'

const { rental } = categoryById

it.each([
  [false, false, ['is_cost_per_room']],
  [true, true, ['is_cost_per_room']],
  [true, false, []],
  [false, true, []],
])('room %s with a cost per room %s changes %j with it', (is_shared, is_cost_per_room, names) => {
  const values = { ...emptyValues(rental), is_shared, is_cost_per_room }
  expect(followers(rental, 'is_shared', values)).toEqual(names)
  expect(followers(rental, 'is_sublet', values)).toEqual([])
})
