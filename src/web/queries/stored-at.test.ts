import { expect, it } from 'vitest'
import { storedAtHeader } from '#contract/offline.ts'
import { noteResponse, storedAt } from './stored-at.ts'

const respond = (time?: number) =>
  noteResponse(new Response('', { headers: time ? { [storedAtHeader]: String(time) } : {} }))

it('is the time of the oldest stored data, until the server answers again', () => {
  expect(storedAt.get()).toBeUndefined()
  respond(2000)
  respond(1000)
  respond(3000)
  expect(storedAt.get()).toBe(1000)
  respond()
  expect(storedAt.get()).toBeUndefined()
})
