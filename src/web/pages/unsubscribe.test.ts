import { expect, it } from 'vitest'
import type { UnsubscribeLink } from '#contract/unsubscribe-link.ts'
import { settingsPath, unsubscribeScreen } from './unsubscribe.tsx'

const link: UnsubscribeLink = {
  kind: 'favourites',
  description: 'emails about your favourites',
  search: null,
  isOff: false,
}

it('says what will stop, and what has stopped', () => {
  const off = { ...link, isOff: true }
  expect(unsubscribeScreen(link, false)).toEqual({
    title: 'Unsubscribe?',
    lead: "Press the button and you won't get any more emails about your favourites. Nothing else changes.",
  })
  expect(unsubscribeScreen(off, true)).toEqual({
    title: "You're unsubscribed",
    lead: "You won't get any more emails about your favourites.",
  })
  expect(unsubscribeScreen(off, false).title).toBe("You're already unsubscribed")
})

it('asks again once the emails were turned back on, whatever the address says', () => {
  expect(unsubscribeScreen(link, true).title).toBe('Unsubscribe?')
})

it('leads to the page that turns the emails back on', () => {
  expect(settingsPath(link)).toBe('/account#email')
  expect(settingsPath({ ...link, kind: 'search' })).toBe('/saved')
})
