import { expect, it } from 'vitest'
import { pagePaths } from '#contract/paths.ts'
import { contactId } from '../listings/listing-urls.ts'
import { logInToFavouritePath } from '../saved/favourites/pending-favourite.ts'
import { saveSearchHash } from '../saved/searches/search-hash.ts'
import { loginPurpose } from './login-purpose.ts'

const toSave = logInToFavouritePath('/rentals', { category: 'rental', id: 7 })

it.each([
  [`${pagePaths.browse('misc')}?q=desk${saveSearchHash}`, 'to save this search'],
  [new URLSearchParams(toSave.split('?')[1]).get('next') ?? '', 'to save this listing'],
  [`${pagePaths.listing('misc', 7)}#${contactId}`, 'to contact this student'],
  [pagePaths.saved, 'to see what you saved'],
  [`${pagePaths.saved}?sort=price#searches`, 'to see what you saved'],
  [`${pagePaths.listing('misc', 7)}#report`, 'to report this listing'],
  [`${pagePaths.rules}#report`, undefined],
  [pagePaths.dashboard, undefined],
])('%s is %s', (returnPath, purpose) => {
  expect(loginPurpose({ returnPath, isToPost: false })).toBe(purpose)
})

it('names the listing to be posted', () => {
  expect(loginPurpose({ returnPath: pagePaths.sell, isToPost: true })).toBe('to post your listing')
})
