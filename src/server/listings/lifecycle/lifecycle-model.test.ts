import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import { engines } from '#tests/support/databases.ts'
import { addDays, openLifecycleSite, toIso } from '#tests/support/lifecycle-site.ts'
import { runs } from '#tests/support/run-count.ts'
import { dayMs, hourMs } from '../../durations.ts'

/** A second, shorter implementation of the rules, to compare with. */
interface Model {
  status: ListingStatus
  soldAt: number
  endsAt: number
  topAt: number
  countedFrom: number
  date: string | null
}

/** The number of an edit is the day of the event, in days from now. Null clears the date. */
type Step = ['wait', number] | ['move', ListingStatus] | ['renew'] | ['edit', number | null]

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.tuple(fc.constant('wait' as const), fc.integer({ min: 1, max: 20 * 24 })),
    fc.tuple(
      fc.constant('move' as const),
      fc.constantFrom<ListingStatus>('available', 'pending', 'sold'),
    ),
    fc.constant<Step>(['renew']),
    fc.tuple(fc.constant('edit' as const), fc.option(fc.integer({ min: -5, max: 60 }))),
  ),
  { minLength: 5, maxLength: 25 },
)

const toZoned = (time: number) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(campus.timeZone)
const dayIn = (time: number, days: number) => toZoned(time).toPlainDate().add({ days })
const endOf = (day: Temporal.PlainDate) =>
  day.add({ days: 1 }).toZonedDateTime(campus.timeZone).epochMilliseconds

const endByRule = ({ date }: Model, from: number) =>
  date ? endOf(Temporal.PlainDate.from(date)) : addDays(from, 30)

const isOver = ({ date }: Model, now: number) =>
  date !== null && endOf(Temporal.PlainDate.from(date)) <= now

/** Applies the step to the model. Returns true if the step is allowed. */
function apply(model: Model, step: Step, now: number): boolean {
  const isListed = ['available', 'pending'].includes(model.status)
  const renew = () => {
    model.endsAt = Math.max(model.endsAt, endByRule(model, now))
    model.countedFrom = now
  }
  switch (step[0]) {
    case 'move': {
      const [, to] = step
      const isBack = model.status === 'sold' && to === 'available'
      const isInTime = isBack && now < model.soldAt + 30 * dayMs
      if (!isInTime && !(isListed && to !== model.status)) return false
      if (isBack && model.endsAt <= now) {
        if (isOver(model, now)) return false
        renew()
      }
      if (to === 'sold') model.soldAt = now
      model.status = to
      return true
    }
    case 'renew':
      if ((!isListed && model.status !== 'expired') || isOver(model, now)) return false
      if (!isListed) model.status = 'available'
      renew()
      if (now >= model.topAt + 7 * dayMs) model.topAt = now
      return true
    case 'edit': {
      const before = endByRule(model, model.countedFrom)
      model.date = step[1] === null ? null : dayIn(now, step[1]).toString()
      const after = endByRule(model, model.countedFrom)
      if (model.status === 'expired' || after === before) return true
      const earliest = after > before ? model.endsAt : endOf(dayIn(now, 1))
      model.endsAt = Math.max(after, earliest)
      return true
    }
    case 'wait':
      return true
  }
}

describe.each(engines)('any course of moves, renewals and edits on %s', (engine) => {
  it('follows the rules', async () => {
    const { post, clock, runEnd, newest, wait } = await openLifecycleSite(engine)
    await fc.assert(
      fc.asyncProperty(steps, async (course) => {
        const [listing, other] = [await post(), await post()]
        const model: Model = {
          status: 'available',
          soldAt: 0,
          endsAt: addDays(clock.now, 30),
          topAt: clock.now,
          countedFrom: clock.now,
          date: null,
        }
        const postedAt = clock.now
        for (const step of course) {
          if (step[0] === 'wait') {
            await wait(step[1] * hourMs)
            if (['available', 'pending'].includes(model.status) && model.endsAt <= clock.now) {
              model.status = 'expired'
            }
            // The results must be the same whether or not the job has run.
            if (step[1] % 2 === 0) await runEnd()
          } else {
            const { status } = await send(listing, step, clock.now)
            expect([step, status]).toEqual([step, apply(model, step, clock.now) ? 200 : 409])
          }
          const { status, ends_at } = await listing.read()
          expect({ step, status, ends_at }).toEqual({
            step,
            status: model.status,
            ends_at: toIso(model.endsAt),
          })
          const ids = await newest()
          const isListed = ['available', 'pending'].includes(model.status)
          expect(ids.includes(listing.id), `${step}`).toBe(isListed)
          if (isListed && ids.includes(other.id)) {
            expect(ids.indexOf(listing.id) < ids.indexOf(other.id)).toBe(model.topAt > postedAt)
          }
        }
      }),
      { numRuns: engine === 'sqlite' ? runs(60) : runs(12) },
    )
  }, 120_000)
})

const send = (
  listing: Pick<
    Awaited<ReturnType<Awaited<ReturnType<typeof openLifecycleSite>>['post']>>,
    'move' | 'renew' | 'edit'
  >,
  step: Step,
  now: number,
) => {
  if (step[0] === 'move') return listing.move(step[1])
  if (step[0] === 'renew') return listing.renew()
  const days = step[1]
  return listing.edit({ event_date: days === null ? null : dayIn(now, Number(days)).toString() })
}
