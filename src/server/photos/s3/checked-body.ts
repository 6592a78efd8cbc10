import { createHash } from 'node:crypto'
import { connectionFault, StoreFault } from './store-fault.ts'

export interface Expected {
  size: number
  /** In hexadecimal; unknown for what somebody else has put into the store. */
  sha256: string | undefined
}

/**
 * Passes a body on. Its last piece is held back until length and checksum are right, so that nobody takes
 * a body that is not for a whole one.
 */
export async function* checkedBody(
  body: AsyncIterable<Uint8Array>,
  { size, sha256 }: Expected,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let received = 0
  let held: Uint8Array | undefined
  try {
    for await (const piece of body) {
      received += piece.length
      if (received > size) break
      hash.update(piece)
      if (held) yield held
      held = piece
    }
  } catch (error) {
    throw connectionFault(error)
  }
  if (received !== size) throw damaged(`${received} bytes came instead of ${size}`)
  if (sha256 && hash.digest('hex') !== sha256) throw damaged('the checksum is wrong')
  if (held) yield held
}

function damaged(what: string) {
  return new StoreFault({ reason: `a photo came damaged from the store: ${what}`, isPassing: true })
}
