import { expect, it, vi } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import type { Db } from '../../database/database.ts'
import { countWithout } from './count-without.ts'

stayOnBuiltInCampus()

const { rental } = categoryById
const query = listQuery.rental.parse({
  ...{ q: 'loft', min_price: '1', max_price: '9', term: '2027-winter', type: 'sublet' },
  ...{ place: 'room', bedrooms: '2', furnished: '1', pets: '1' },
})

/** Returns a database where every count is 3 and takes `ms` milliseconds. */
function slowDb(ms = 0) {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const get = vi.fn(async () => {
    now += ms
    return { count: 3 }
  })
  return { get, db: { dialect: 'sqlite', get } as unknown as Db }
}

it('makes five counts at most, first those of words and prices', async () => {
  const { db, get } = slowDb()
  expect(await countWithout(db, rental, query)).toEqual({
    counts: { q: 3, min_price: 3, max_price: 3, term: 3, type: 3 },
    isComplete: true,
  })
  expect(get).toHaveBeenCalledTimes(5)
})

it('stops when its time is used up, with the counts it has', async () => {
  const { db, get } = slowDb(76)
  expect(await countWithout(db, rental, query)).toEqual({
    counts: { q: 3, min_price: 3 },
    isComplete: false,
  })
  expect(get).toHaveBeenCalledTimes(2)
})

it('lets other requests run between two counts', async () => {
  const { db, get } = slowDb()
  const counts: number[] = []
  const watch = () => {
    counts.push(get.mock.calls.length)
    if (get.mock.calls.length < 5) setImmediate(watch)
  }
  setImmediate(watch)
  await countWithout(db, rental, query)
  expect(counts).toEqual([1, 2, 3, 4, 5])
})

it('counts for one request at a time, also after a failure', async () => {
  const { db, get } = slowDb()
  get.mockRejectedValueOnce(new Error('down'))
  const first = countWithout(db, rental, query)
  expect(await countWithout(db, rental, query)).toEqual({ counts: {}, isComplete: false })
  await expect(first).rejects.toThrow('down')
  expect(await countWithout(db, rental, query)).toMatchObject({ isComplete: true })
})

it('counts nothing for a list of one, or without parameters', async () => {
  const { db, get } = slowDb()
  const nothing = { counts: {}, isComplete: true }
  expect(await countWithout(db, rental, { ...query, limit: 1 })).toEqual(nothing)
  expect(await countWithout(db, rental, listQuery.rental.parse({}))).toEqual(nothing)
  expect(get).not.toHaveBeenCalled()
})
