import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { engines } from '#tests/support/databases.ts'
import { openOfferSite } from '#tests/support/offer-site.ts'
import { runs } from '#tests/support/run-count.ts'
import { dayMs, hourMs } from '../../durations.ts'
import { endExpiredOffers } from './offer-queries.ts'

type Name = 'bob' | 'eve'
type Person = Name | 'ada'

/** An offer of the model. Its list is only ever appended to. */
interface ModelOffer {
  buyer: Name
  by: Person
  madeAt: number
  state: string
}

/** The rules once more, as plainly as possible: every question is answered by reading all offers. */
interface Model {
  offers: ModelOffer[]
  status: 'available' | 'pending' | 'sold'
  now: number
}

type Step =
  | {
      kind: 'offer' | 'counter' | 'accept' | 'decline' | 'withdraw' | 'undo'
      by: 'buyer' | 'seller'
      thread: Name
    }
  | { kind: 'wait'; hours: number }
  | { kind: 'status'; to: Model['status'] }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          ...(['offer', 'counter', 'accept', 'decline', 'withdraw', 'undo'] as const),
        ),
        by: fc.constantFrom('buyer' as const, 'seller' as const),
        thread: fc.constantFrom<Name>('bob', 'eve'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        hours: fc.integer({ min: 1, max: 50 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('status' as const),
        to: fc.constantFrom<Model['status']>('available', 'pending', 'sold'),
      }),
    },
  ),
  { minLength: 5, maxLength: 30 },
)

const isListed = ({ status }: Model) => status !== 'sold'

/** The state that both students see. */
function stateOf(model: Model, offer: ModelOffer): string {
  if (offer.state !== 'open') return offer.state
  return isListed(model) && model.now < offer.madeAt + 48 * hourMs ? 'open' : 'ended'
}

const newestOf = ({ offers }: Model, thread: Name) =>
  offers.findLast(({ buyer }) => buyer === thread)

/** Applies a step. Returns the status of the response. */
function apply(model: Model, step: Step): number {
  if (step.kind === 'wait') return 0
  if (step.kind === 'status') {
    const moves = {
      available: ['pending', 'sold'],
      pending: ['available', 'sold'],
      sold: ['available'],
    }
    if (!moves[model.status].includes(step.to)) return 409
    model.status = step.to
    const deal = model.offers.find(({ state }) => state === 'accepted')
    if (step.to === 'available' && deal) deal.state = 'undone'
    return 200
  }
  const { kind, thread } = step
  const by = step.by === 'buyer' ? thread : 'ada'
  const last = newestOf(model, thread)
  const state = last && stateOf(model, last)
  switch (kind) {
    case 'offer':
    case 'counter': {
      if (kind === 'counter' && !last) return 0
      if (!isListed(model)) return 409
      if (state === 'accepted') return 409
      if (kind === 'offer' ? state === 'open' : state !== 'open' || last?.by === by) return 409
      const today = model.offers.filter(
        (offer) => offer.buyer === thread && offer.by === by && offer.madeAt > model.now - dayMs,
      )
      if (by !== 'ada' && today.length >= 3) return 429
      if (last?.state === 'open') last.state = kind === 'counter' ? 'countered' : 'ended'
      model.offers.push({ buyer: thread, by, madeAt: model.now, state: 'open' })
      return 201
    }
    case 'accept':
    case 'decline':
      if (!last) return 0
      if (state !== 'open' || last.by === by) return 409
      if (kind === 'accept') {
        if (model.offers.some((offer) => offer.state === 'accepted')) return 409
        model.status = 'pending'
      }
      last.state = kind === 'accept' ? 'accepted' : 'declined'
      return 201
    case 'withdraw':
      if (!last) return 0
      if (state !== 'open' || last.by !== by) return 409
      last.state = 'withdrawn'
      return 201
    case 'undo':
      if (!last) return 0
      if (state !== 'accepted' || model.status !== 'pending') return 409
      last.state = 'undone'
      model.status = 'available'
      return 201
  }
}

describe.each(engines)('any course of offers on %s', (engine) => {
  it('follows the rules', async () => {
    const site = await openOfferSite(engine, { RATE_LIMIT: 'off' })
    const { ada, bob, eve, db, clock, lamp } = site
    const threads = { bob: site.threadId, eve: site.evesThreadId }
    const people = { ada, bob, eve }
    const start = clock.now
    await fc.assert(
      fc.asyncProperty(steps, async (course) => {
        await db.run(sql`DELETE FROM offers`)
        clock.now = start
        await db.run(sql`
          UPDATE listings SET status = 'available', ends_at = ${start + 365 * dayMs}
          WHERE id = ${lamp.id}`)
        const model: Model = { offers: [], status: 'available', now: clock.now }
        for (const step of course) {
          const expected = apply(model, step)
          if (step.kind === 'wait') {
            clock.now += step.hours * hourMs
            model.now = clock.now
            // The results must be the same whether or not the cleanup has run.
            if (step.hours % 2 === 0) await endExpiredOffers(db, clock.now)
          } else if (step.kind === 'status') {
            const { status } = await ada.post(apiPaths.status('misc', lamp.id), { status: step.to })
            expect({ step, status }).toEqual({ step, status: expected })
          } else if (expected !== 0) {
            const author = people[step.by === 'buyer' ? step.thread : 'ada']
            const id = threads[step.thread]
            const { last } = await site.readOffers(author, id)
            const body = { amount: 12, counters: step.kind === 'counter' ? last?.id : undefined }
            const { status } =
              step.kind === 'offer' || step.kind === 'counter'
                ? await author.post(apiPaths.offers(id), body)
                : await author.post(apiPaths.answerOffer(id), {
                    offer_id: last?.id,
                    answer: step.kind,
                  })
            expect({ step, status }).toEqual({ step, status: expected })
          }
          for (const name of ['bob', 'eve'] as const) {
            const last = newestOf(model, name)
            const seen = (await site.readOffers(people[name], threads[name])).last
            expect({ step, name, state: seen?.state }).toEqual({
              step,
              name,
              state: last && stateOf(model, last),
            })
            expect(seen?.is_own).toBe(last && last.by === name)
          }
          const row = await db.get(sql`SELECT status FROM listings WHERE id = ${lamp.id}`)
          expect(row).toEqual({ status: model.status })
        }
      }),
      { numRuns: engine === 'sqlite' ? runs(40) : runs(8) },
    )
  }, 120_000)
})
