import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { soldMessage } from '#contract/wire-functions.ts'
import { contactWords } from '../contact-words.ts'

/** What the status means for the reader; undefined for an available listing. */
export function statusMessage(category: AnyCategory, listing: Listing): string | undefined {
  switch (listing.status) {
    case 'available':
      return undefined
    case 'pending':
      return `Pending: ${contactWords(category, listing).person} is talking to someone. You can still message them.`
    case 'sold':
      return soldMessage(category, listing)
    case 'expired':
      return 'This listing has ended. Only you can see it.'
    case 'hidden':
      return 'This listing is hidden. Only you and the moderators can see it.'
    case 'removed':
      return 'This listing was removed. Only you and the moderators can see it.'
  }
}
