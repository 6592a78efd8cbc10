import { afterEach, expect, it } from 'vitest'
import { storedAtHeader } from '#contract/offline.ts'
import { noteFetchAhead, notePageStart, noteResponse, storedAt } from './stored-at.ts'

const respond = (time?: number) =>
  noteResponse(new Response('', { headers: time ? { [storedAtHeader]: String(time) } : {} }))

afterEach(() => {
  noteFetchAhead(undefined)
  notePageStart()
})

it('is the time of the oldest stored data, until the server answers again', () => {
  expect(storedAt.get()).toBeUndefined()
  respond(2000)
  respond(1000)
  respond(3000)
  expect(storedAt.get()).toBe(1000)
  respond()
  expect(storedAt.get()).toBeUndefined()
})

it('begins anew with each page', () => {
  respond(1000)
  notePageStart()
  expect(storedAt.get()).toBeUndefined()
})

it('counts what was fetched before the page began, but for no other page', () => {
  respond(1000)
  noteFetchAhead('/misc/1')
  respond(3000)
  noteFetchAhead('/misc/1')
  respond(2000)
  notePageStart()
  expect(storedAt.get()).toBe(2000)
  notePageStart()
  expect(storedAt.get()).toBeUndefined()
  noteFetchAhead('/misc/1')
  respond(2000)
  noteFetchAhead('/misc/2')
  notePageStart()
  expect(storedAt.get()).toBeUndefined()
})
