import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { ApiError } from '../queries/api.ts'
import { loadErrorMessage } from './listing-queries.ts'

const broken = new ApiError(500, {})
const offline = new TypeError('Failed to fetch')

it.each([
  ['rental', broken, 'Failed to load house.'],
  ['rental', offline, 'Failed to fetch rental data.'],
  ['textbook', broken, 'Textbook not found'],
  ['textbook', offline, 'Failed to fetch textbook data.'],
  ['misc', broken, 'Failed to load item.'],
  ['misc', offline, 'Failed to fetch item data.'],
] as const)('a %s that fails to load with %s says "%s"', (category, error, message) => {
  expect(loadErrorMessage(categoryById[category], error)).toBe(message)
})
