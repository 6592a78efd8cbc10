import { expect, it, vi } from 'vitest'
import { openMarket, postings } from '#tests/support/market.ts'

/** A market that is asked over real connections, and what it does with each question. */
async function openToTheWorld() {
  const market = await openMarket('sqlite')
  const url = await market.app.listen({ port: 0, host: '127.0.0.1' })
  const recall = vi.spyOn(market.app.keptAnswers, 'recall')
  const ask = (headers: Record<string, string> = {}) => fetch(`${url}/api/misc`, { headers })
  return { ...market, ask, recalled: market.app.keptAnswers.recalled, recall }
}

it('answers the same words again, with the same headers, until something changes', async () => {
  const { ask, recalled, ada: student } = await openToTheWorld()
  const [first, second] = [await ask(), await ask()]
  expect(recalled()).toBe(1)
  const headersOf = ({ headers }: Response) => ({ ...Object.fromEntries(headers), date: '' })
  expect(headersOf(second)).toEqual(headersOf(first))
  expect(await second.text()).toBe(await first.text())
  await student.post('/api/misc', postings.misc)
  expect(await (await ask()).json()).toMatchObject({ total: 1 })
  expect(recalled()).toBe(1)
})

it.each([
  ['a short answer', 1],
  ['a long one', 12],
])('sends %s again to the letter', async (_length, listings) => {
  const { ask, recalled, ada: student } = await openToTheWorld()
  const description = 'Très élégante, 100 € — 電灯 💡'
  for (let n = 0; n < listings; n += 1) {
    await student.post('/api/misc', { ...postings.misc, description })
  }
  const plain = { 'accept-encoding': 'identity' }
  const [first, second] = [await ask(plain), await ask(plain)]
  expect(recalled()).toBe(1)
  const text = await first.text()
  expect(text).toContain(description)
  expect(await second.text()).toBe(text)
  expect(Number(second.headers.get('content-length'))).toBe(Buffer.byteLength(text))
})

it('looks closer at whoever brings a cookie, or has the answer already', async () => {
  const { ask, recalled, recall, ada: student } = await openToTheWorld()
  const etag = (await ask()).headers.get('etag') ?? ''
  await ask({ cookie: student.cookie() })
  expect(recall).toHaveBeenCalledTimes(1)
  expect((await ask({ 'if-none-match': etag })).status).toBe(304)
  expect(recalled()).toBe(0)
})

it('leaves a question to the routes while nobody knows where the counters stand', async () => {
  const { ask, app, recalled } = await openToTheWorld()
  await ask()
  const known = vi.spyOn(app.listingCounters, 'known').mockReturnValueOnce(undefined)
  expect((await ask()).status).toBe(200)
  expect([known.mock.calls.length, recalled()]).toEqual([1, 0])
})
