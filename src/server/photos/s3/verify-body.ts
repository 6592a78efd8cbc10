import { createHash } from 'node:crypto'
import type { Fingerprint } from '../photo-store.ts'
import { ObjectStoreError, toConnectionError } from './object-store-error.ts'

/**
 * Passes a body through and verifies its length and checksum. The last chunk is held back until both are right, so
 * that no reader takes a damaged body for a complete one.
 */
export async function* verifyBody(
  body: AsyncIterable<Uint8Array>,
  { size, sha256 }: Fingerprint,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let received = 0
  let lastChunk: Uint8Array | undefined
  try {
    for await (const chunk of body) {
      received += chunk.length
      if (received > size) break
      hash.update(chunk)
      if (lastChunk) yield lastChunk
      lastChunk = chunk
    }
  } catch (error) {
    throw toConnectionError(error)
  }
  if (received !== size) throw damagedBodyError(`${received} bytes came instead of ${size}`)
  if (sha256 && hash.digest('hex') !== sha256) throw damagedBodyError('the checksum is wrong')
  if (lastChunk) yield lastChunk
}

function damagedBodyError(problem: string) {
  return new ObjectStoreError({
    reason: `a photo came damaged from the store: ${problem}`,
    isTransient: true,
  })
}
