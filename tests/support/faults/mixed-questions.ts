import type { Dice } from '../../../scripts/dice.ts'
import type { NextQuestion } from './visitors.ts'

/** What students ask of the site all day: pages, lists no cache holds, their session, and a posting. */
export function mixedQuestions(url: string, cookie: string, dice: Dice): NextQuestion {
  const kinds: Record<string, NextQuestion> = {
    page: () => ({ kind: 'page', url: `${url}/misc?max_price=${dice.whole(1, 900)}` }),
    list: () => ({ kind: 'list', url: `${url}/api/misc?max_price=${dice.whole(1, 100_000)}` }),
    me: () => ({ kind: 'me', url: `${url}/api/auth/me`, cookie }),
    create: () => ({
      kind: 'create',
      url: `${url}/api/misc`,
      method: 'POST',
      cookie,
      json: {
        title: `Lamp ${dice.whole(1, 1_000_000)}`,
        price: dice.whole(1, 900),
        description: 'Bright.',
        listing_type: 'Selling',
        photos: ['https://photos.example/1.jpg'],
      },
    }),
  }
  const choices = Object.values(kinds)
  return () => dice.pick(choices)()
}
