import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { emptyValues, isUnfilled } from './form-values.ts'
import { isWanted, nextShown } from './use-is-shown.ts'

const { misc, rental } = categoryById

it.each([
  [misc, 'event_date', { category: 'Tickets' }, true],
  [misc, 'event_date', { category: 'Furniture' }, false],
  [misc, 'event_date', {}, false],
  [rental, 'available_to', { is_sublet: true }, true],
  [rental, 'available_to', { is_sublet: false }, false],
  [rental, 'title', {}, true],
])('%#: knows whether other fields ask for it', (category, name, changes, wanted) => {
  const field = category.fields[name as keyof typeof category.fields]
  expect(isWanted(field, { ...emptyValues(category), ...changes })).toBe(wanted)
})

it('takes a default for a value that nobody filled in', () => {
  const { people_in_bedroom: field } = rental.fields
  const values = emptyValues(rental)
  expect(isUnfilled('people_in_bedroom', field, values)).toBe(true)
  expect(isUnfilled('people_in_bedroom', field, { ...values, people_in_bedroom: '2' })).toBe(false)
})

it('hides what is no longer wanted, but keeps what was filled in, and does not take it away while it is cleared', () => {
  const shown = { isWanted: true, isShown: true }
  expect(nextShown(shown, false, false).isShown).toBe(false)
  const kept = nextShown(shown, false, true)
  expect(kept.isShown).toBe(true)
  const cleared = nextShown(kept, false, false)
  expect(cleared.isShown).toBe(true)
  expect(nextShown(nextShown(cleared, true, false), false, false).isShown).toBe(false)
})
