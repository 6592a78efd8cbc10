import { expect, it } from 'vitest'
import { runs } from '#tests/support/run-count.ts'
import { measureCopies, measureUnrelated } from './photos.ts'

it('copies of a photo are found again, whatever their size and quality', async () => {
  const shares = new Map(
    (await measureCopies(runs(16))).map(({ copy, shareFound }) => [copy, shareFound]),
  )
  for (const [copy, share] of shares) {
    if (!copy.startsWith('cropped')) expect(share, copy).toBeGreaterThanOrEqual(0.85)
  }
  expect(shares.get('cropped by 1 % of its width and height')).toBeGreaterThanOrEqual(0.5)
}, 60_000)

it('of hundreds of unrelated photos and those of the samples, no two count as the same', async () => {
  const drawn = runs(600)
  const { photos, hashed, near, leastBits } = await measureUnrelated(drawn)
  expect(photos).toBeGreaterThan(drawn + 100)
  expect(hashed / photos).toBeGreaterThan(0.95)
  expect(near).toBe(0)
  // The photos are not even close to a match.
  expect(leastBits).toBeGreaterThan(3)
}, 60_000)
