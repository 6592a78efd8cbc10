import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { tooMany } from '../errors.ts'
import { sumPhotoBytes } from './photo-queries.ts'

const megabyte = 1024 * 1024

/**
 * The limits count stored bytes of all accounts of a mailbox. A phone's photo takes 0.2 MB, the largest 7 MB. Photos that
 * no listing shows are deleted after a day.
 */
const maxUnusedMegabytes = 200
const maxMegabytes = 2_000

/** Refuses one more photo of this size. */
export async function requirePhotoRoom(
  db: Db,
  mailbox: string,
  { bytes, now }: { bytes: number; now: number },
): Promise<void> {
  // Older ones are deleted as soon as the cleanup runs.
  const { unused, total } = await sumPhotoBytes(db, mailbox, { unusedSince: now - 2 * dayMs })
  const retry = { until: now + dayMs, now }
  if (unused + bytes > maxUnusedMegabytes * megabyte) {
    throw tooMany(
      `You've uploaded ${maxUnusedMegabytes} MB of photos that no listing shows. Post some of them, or wait until we delete them after a day.`,
      retry,
    )
  }
  if (total + bytes > maxMegabytes * megabyte) {
    throw tooMany(
      `Your photos take up ${maxMegabytes / 1_000} GB. Delete old listings to make room.`,
      retry,
    )
  }
}
