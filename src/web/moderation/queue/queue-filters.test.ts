import { expect, it } from 'vitest'
import { queueKinds, queueOrders, queueQuery } from '#contract/moderation.ts'
import { hasQueueFilters, parseQueueFilters, queueFilters } from './queue-filters.ts'

const parse = (query: string) => parseQueueFilters(new URLSearchParams(query)).toString()

it('keeps what the API knows, in one order, and nothing else', () => {
  expect(parse('order=oldest&kind=listing&reason=scam&hidden=true')).toBe(
    'kind=listing&reason=scam&hidden=true&order=oldest',
  )
  expect(parse('kind=&category=boat&reason=SCAM&hidden=no&order=urgent&page=2')).toBe('')
})

it('offers every value of the API, and none that it refuses', () => {
  const values = (name: string) => queueFilters[name]?.options.map(({ value }) => value)
  expect(values('kind')).toEqual([...queueKinds])
  expect(['urgent', ...(values('order') ?? [])]).toEqual([...queueOrders])
  for (const [name, { options }] of Object.entries(queueFilters)) {
    for (const { value } of options) {
      expect(queueQuery.safeParse({ [name]: value }).success, `${name}=${value}`).toBe(true)
    }
  }
})

it('tells filters, which leave something out, from an order', () => {
  expect(hasQueueFilters(new URLSearchParams('order=oldest'))).toBe(false)
  expect(hasQueueFilters(new URLSearchParams('kind=appeal'))).toBe(true)
})
