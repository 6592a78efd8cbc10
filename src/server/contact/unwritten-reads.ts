import { campusDayNumber } from '#contract/campus-date.ts'
import type { ContactRead, Reader } from './contact-read-queries.ts'

/**
 * What could not be written, as on a full disk, or while many requests of a reader wait for each other. This process
 * counts it until the day ends: otherwise a reader would see every address as long as writing fails.
 */
export function createUnwrittenReads() {
  const sellers = new Map<Reader, Set<number>>()
  let day = 0
  const of = ({ reader, now }: ContactRead) => {
    const today = campusDayNumber(now)
    if (today !== day) sellers.clear()
    day = today
    return sellers.get(reader)
  }
  return {
    has: (read: ContactRead) => of(read)?.has(read.sellerId) ?? false,
    count: (read: ContactRead) => of(read)?.size ?? 0,
    add: (read: ContactRead) =>
      void sellers.set(read.reader, (of(read) ?? new Set()).add(read.sellerId)),
  }
}

export type UnwrittenReads = ReturnType<typeof createUnwrittenReads>
