import { type CategoryId, categoryById } from '#categories/index.ts'
import { type OwnListing, ownFromWire } from '#contract/listing.ts'
import type { WireOwnListing } from '#contract/listings.ts'
import { listingInputs } from './listing-inputs.ts'

/** Returns a listing of Ada's as the API sends it to her. `changes` has the API names of its category. */
export function sampleWire(category: CategoryId, changes: object = {}): WireOwnListing {
  const wire = {
    ...listingInputs[category],
    photos: [],
    course_codes: [],
    id: 1,
    photo_info: [],
    seller: { id: 1, name: 'Ada Lovelace' },
    status: 'available',
    updated_at: '2026-11-01T12:00:00.000Z',
    ends_at: '2026-12-15T12:00:00.000Z',
    renewed_at: null,
    [categoryById[category].apiNames.date]: '2026-11-01T12:00:00.000Z',
    was_price: null,
    status_since: '2026-11-02T15:00:00.000Z',
    ...changes,
  }
  return wire as unknown as WireOwnListing
}

export const sampleListing = (category: CategoryId, changes: object = {}): OwnListing =>
  ownFromWire(category, sampleWire(category, changes))
