import { expect, it } from 'vitest'
import { runEach } from './run-each.ts'

const { signal } = new AbortController()

it('works on every item, then throws what failed with its reasons', async () => {
  const ran: number[] = []
  const error = await runEach([1, 2, 3, 4], signal, async (item) => {
    ran.push(item)
    if (item % 2 === 1) throw new Error(item === 1 ? 'away' : 'full')
  }).catch((thrown) => thrown)
  expect(ran).toEqual([1, 2, 3, 4])
  expect(error).toBeInstanceOf(AggregateError)
  expect(error).toMatchObject({
    message: '2 of 4 failed: away; full',
    errors: [{ message: 'away' }, { message: 'full' }],
  })
})

it('names a reason once, and a few of many', async () => {
  const down = runEach([1, 2], signal, () => Promise.reject(new Error('down')))
  await expect(down).rejects.toThrow(/^2 of 2 failed: down$/)
  const many = runEach([1, 2, 3, 4, 5, 6], signal, (item) =>
    Promise.reject(new Error(`no ${item}`)),
  )
  await expect(many).rejects.toThrow(/^6 of 6 failed: no 1; no 2; no 3; no 4; no 5$/)
})

it('ends well if nothing failed', async () => {
  await expect(runEach([1], signal, async () => {})).resolves.toBeUndefined()
})

it('begins no further item once it is aborted', async () => {
  const stopping = new AbortController()
  const ran: number[] = []
  const run = runEach([1, 2, 3], stopping.signal, async (item) => {
    ran.push(item)
    if (item === 2) stopping.abort()
  })
  await expect(run).rejects.toThrow('aborted')
  expect(ran).toEqual([1, 2])
})
