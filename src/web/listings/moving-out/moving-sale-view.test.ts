import { expect, it } from 'vitest'
import { ApiError, offlineMessage } from '../../queries/api.ts'
import { pageAlert } from './moving-sale-view.tsx'

it('says why a change was refused, unless a field of the form says it', () => {
  const refusal = (fields: Record<string, string>) =>
    new ApiError(400, { error: 'Please check the fields.', fields })
  expect(pageAlert(refusal({ place: 'Required' }))).toBe('')
  expect(pageAlert(refusal({ category: 'Choose one', place: 'Required' }))).toBe('')
  expect(pageAlert(refusal({ category: 'Choose one' }))).toBe('Please check the fields.')
  expect(pageAlert(refusal({}))).toBe('Please check the fields.')
  expect(pageAlert(new ApiError(500, {}))).toBe("That wasn't saved. Please try again.")
  expect(pageAlert(new TypeError())).toBe(offlineMessage)
})
