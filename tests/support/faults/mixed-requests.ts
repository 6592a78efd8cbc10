import type { SeededRandom } from '../../../scripts/seed/seeded-random.ts'
import type { NextRequest } from './visitors.ts'

/** Returns a random mix of everyday requests: pages, uncached lists, the session, and new listings. */
export function mixedRequests(url: string, cookie: string, random: SeededRandom): NextRequest {
  const kinds: Record<string, NextRequest> = {
    page: () => ({ kind: 'page', url: `${url}/misc?max_price=${random.integer(1, 900)}` }),
    list: () => ({ kind: 'list', url: `${url}/api/misc?max_price=${random.integer(1, 100_000)}` }),
    me: () => ({ kind: 'me', url: `${url}/api/auth/me`, cookie }),
    create: () => ({
      kind: 'create',
      url: `${url}/api/misc`,
      method: 'POST',
      cookie,
      json: {
        title: `Lamp ${random.integer(1, 1_000_000)}`,
        price: random.integer(1, 900),
        description: 'Bright.',
        listing_type: 'Selling',
        photos: ['https://photos.example/1.jpg'],
      },
    }),
  }
  const choices = Object.values(kinds)
  return () => random.pick(choices)()
}
