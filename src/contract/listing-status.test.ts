import { describe, expect, it } from 'vitest'
import {
  canMove,
  canRenew,
  isListed,
  type ListingStatus,
  listingStatuses,
  soldVisibleDays,
  statusAt,
} from './listing-status.ts'

describe('listing status', () => {
  it('is listed while available or pending', () => {
    expect(listingStatuses.filter(isListed)).toEqual(['available', 'pending'])
  })

  it('is expired from its end on, if it was listed', () => {
    const at = (status: ListingStatus, now: number) => statusAt({ status, ends_at: 100 }, now)
    expect(listingStatuses.map((status) => at(status, 99))).toEqual(listingStatuses)
    expect(listingStatuses.map((status) => at(status, 100))).toEqual([
      'expired',
      'expired',
      'sold',
      'expired',
      'hidden',
      'removed',
    ])
  })

  it('changes between available, pending and sold, and never to or from another', () => {
    const moves = listingStatuses.flatMap((from) =>
      listingStatuses
        .filter((to) => canMove({ status: from, since: 0 }, to, 0))
        .map((to) => `${from} → ${to}`),
    )
    expect(moves).toEqual([
      'available → pending',
      'available → sold',
      'pending → available',
      'pending → sold',
      'sold → available',
    ])
  })

  it('goes back from sold for 30 days', () => {
    const sold = { status: 'sold', since: 1_000 } as const
    expect(canMove(sold, 'available', 1_000 + soldVisibleDays * 86_400_000 - 1)).toBe(true)
    expect(canMove(sold, 'available', 1_000 + soldVisibleDays * 86_400_000)).toBe(false)
  })

  it('can be renewed when listed or expired', () => {
    expect(listingStatuses.filter(canRenew)).toEqual(['available', 'pending', 'expired'])
  })
})
