import { describe, expect, it } from 'vitest'
import { untilDone, withinLimit } from './step-limit.ts'

const step = { waitsFor: 'button “Send”', limitMs: 200 }
const never = () => new Promise<never>(() => undefined)

describe('a step that is done once', () => {
  it('returns the result', async () => {
    await expect(withinLimit(step, async () => 'done')).resolves.toBe('done')
  })

  it('fails with its own error', async () => {
    const fail = () => Promise.reject(new Error('The element is stale.'))
    await expect(withinLimit(step, fail)).rejects.toThrow(/^The element is stale\.$/)
  })

  it('says what it waited for when the browser never answers', async () => {
    await expect(withinLimit(step, never)).rejects.toThrow(
      /^Waited 0\.2 s for button “Send”\. The browser has not answered\.$/,
    )
  })
})

describe('a step that is repeated', () => {
  it('returns the result of the first attempt that succeeds', async () => {
    let attempts = 0
    const attempt = async () => {
      attempts++
      if (attempts < 3) throw new Error('Not yet.')
      return attempts
    }
    await expect(untilDone({ ...step, limitMs: 10_000 }, attempt)).resolves.toBe(3)
  })

  it('says why the last attempt failed', async () => {
    let attempts = 0
    const attempt = async () => {
      attempts++
      throw new Error(attempts === 1 ? 'There is no such button.' : 'A bar covers it.')
    }
    await expect(untilDone(step, attempt)).rejects.toThrow(
      /^Waited 0\.2 s for button “Send”\. A bar covers it\.$/,
    )
  })

  it('also ends when the browser stops answering', async () => {
    await expect(untilDone(step, never)).rejects.toThrow(
      /^Waited 0\.2 s for button “Send”\. The browser has not answered\.$/,
    )
  })
})
