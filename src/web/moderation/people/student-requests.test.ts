import { expect, it } from 'vitest'
import { possibleRequests } from './student-requests.tsx'

const hold = { since: '2026-11-15T12:00:00.000Z', reviewOn: '2027-02-13' }
const deletionAt = '2026-11-29T12:00:00.000Z'

it.each([
  [{ hold: null, deletionAt: null }, ['send_export', 'hold', 'plan_deletion']],
  [{ hold, deletionAt: null }, ['send_export', 'release']],
  [{ hold: null, deletionAt }, ['send_export', 'hold', 'keep_account']],
  [{ hold, deletionAt }, ['send_export', 'release', 'keep_account']],
])('with %j, an admin can do %j', (state, actions) => {
  expect(possibleRequests(state)).toEqual(actions)
})
