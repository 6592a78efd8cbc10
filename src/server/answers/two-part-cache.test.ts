import { describe, expect, it } from 'vitest'
import { createTwoPartCache } from './two-part-cache.ts'

describe('the cache of two parts', () => {
  /** Room for 100 entries, one of them asked for often. */
  function withFavourite() {
    const cache = createTwoPartCache<string>(1_000)
    cache.set('favourite', 'kept', 10)
    const ask = (times: number) => {
      for (let n = 0; n < times; n += 1) cache.get('favourite')
    }
    ask(20)
    return { cache, ask }
  }

  it('gives back what it was given, and the newer of two', () => {
    const cache = createTwoPartCache<string>(100)
    expect(cache.get('a')).toBeUndefined()
    cache.set('a', 'first', 10)
    expect(cache.get('a')).toBe('first')
    cache.set('a', 'second', 20)
    expect([cache.get('a'), cache.bytes()]).toEqual(['second', 20])
  })

  it('never holds more than it may, whatever is asked', () => {
    const cache = createTwoPartCache<number>(1_000)
    for (let n = 0; n < 5_000; n += 1) {
      cache.set(`/${n % 700}`, n, (n * 37) % 200)
      for (let again = 0; again < n % 4; again += 1) cache.get(`/${(n * 13) % 700}`)
      expect(cache.bytes()).toBeLessThanOrEqual(1_000)
    }
  })

  it('keeps what is in use through a flood of addresses nobody asks for again', () => {
    const { cache } = withFavourite()
    for (let n = 0; n < 10_000; n += 1) cache.set(`/?q=${n}`, 'once', 10)
    expect(cache.get('favourite')).toBe('kept')
    expect(cache.get('/?q=1')).toBeUndefined()
  })

  it('keeps what is in use though others are asked for twice', () => {
    const { cache, ask } = withFavourite()
    for (let n = 0; n < 10_000; n += 1) {
      cache.set(`/?q=${n}`, 'twice', 10)
      cache.get(`/?q=${n}`)
      if (n % 20 === 0) ask(1)
    }
    expect(cache.get('favourite')).toBe('kept')
  })

  it('lets what was loved once give way to what is asked for now', () => {
    const { cache } = withFavourite()
    for (let round = 0; round < 50; round += 1) {
      for (let n = 0; n < 90; n += 1) {
        if (!cache.get(`/${round}/${n % 10}`)) cache.set(`/${round}/${n % 10}`, 'now', 10)
      }
    }
    expect(cache.get('favourite')).toBeUndefined()
    expect(cache.get('/49/1')).toBe('now')
  })

  it('keeps the place of what is made anew', () => {
    const { cache } = withFavourite()
    cache.set('favourite', 'made anew', 10)
    for (let n = 0; n < 1_000; n += 1) cache.set(`/?q=${n}`, 'once', 10)
    expect(cache.get('favourite')).toBe('made anew')
  })
})
