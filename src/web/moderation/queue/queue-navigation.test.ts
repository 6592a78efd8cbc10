import { expect, it } from 'vitest'
import { casePath, nextCase } from './queue-navigation.ts'

const ada = { id: 7 }
const listing = (id: number) => ({ student: ada, listing: { category: 'misc' as const, id } })

const student = { student: ada, listing: null }

it('leads to the listing, or to the student, with the filters of the queue', () => {
  expect(casePath(listing(3), new URLSearchParams())).toBe('/moderation/misc/3')
  expect(casePath(student, new URLSearchParams('order=oldest'))).toBe(
    '/moderation/students/7?from=queue&order=oldest',
  )
})

it('goes through the queue, and begins again after the last', () => {
  const queue = [listing(3), student, listing(4)]
  expect(nextCase(queue, listing(3))).toBe(queue[1])
  expect(nextCase(queue, student)).toBe(queue[2])
  expect(nextCase(queue, listing(4))).toBe(queue[0])
})

it('takes the first after one that is decided, and never the same again', () => {
  const queue = [listing(3), student]
  expect(nextCase(queue, listing(9))).toBe(queue[0])
  expect(nextCase([listing(3)], listing(3))).toBeUndefined()
  expect(nextCase([], listing(3))).toBeUndefined()
})
