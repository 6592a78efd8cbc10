import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ListingInput } from '#categories/listing-values.ts'
import { toCents } from '#categories/stored-listing.ts'
import { fromInput } from '#contract/listing.ts'
import type { DemoListing } from '#demo/demo-listing.ts'
import { type DemoStudent, demoStudents, type StudentKey } from '#demo/students.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { changeStatus, renewListing } from '../listings/lifecycle/change-status.ts'
import { createListing } from '../listings/posting/create-listing.ts'
import { findPriceDrop, insertPreviousPrice, updatePriceDrop } from '../listings/posting/prices.ts'
import { createPhotoAddressParser } from '../photos/photo-address.ts'
import type { Photos } from '../photos/photos.ts'
import { createPasswordHasher, type PasswordHasher } from '../students/passwords/password-hasher.ts'
import { findUserByEmail, insertUser } from '../students/user-queries.ts'
import { rasterizeSvg, withSvgLoader } from './rasterize-svg.ts'

export interface FillDemoDeps {
  db: Db
  photos: Pick<Photos, 'save'>
  log: (line: string) => void
  /** Draws a photo. Tests replace it, because they need no drawings. */
  draw?: (svg: Buffer) => Promise<Buffer<ArrayBuffer>>
}

interface Progress {
  /** How many listings an earlier start has posted. */
  posted: number
  /** Records the progress, in the transaction that posts a listing. */
  record: (tx: Db, posted: number) => Promise<void>
  signal: AbortSignal
}

/** Parses addresses of uploads only, because all sample photos are uploads. */
const parsePhotoAddress = createPhotoAddressParser({ PHOTO_URL: undefined }, () => false)

const photosFolder = resolve(import.meta.dirname, '../../../demo/photos')

/**
 * Posts the listings of the sample students in the given order, which becomes their rank. The site already serves
 * requests, so photos are drawn one after the other, outside the event loop, and each listing is a short transaction.
 */
export async function fillDemo(
  { db, photos, log, draw = drawPhoto }: FillDemoDeps,
  listings: readonly DemoListing[],
  now: Date,
  { posted = 0, record, signal }: Partial<Progress> = {},
): Promise<void> {
  const studentIds = await createStudents(db)
  const timeOf = (daysAgo: number) => now.getTime() - daysAgo * dayMs

  async function post(listing: DemoListing, number: number) {
    const { seller, daysAgo, renewedDaysAgo, previousPrice, marked, body, photos: files } = listing
    const user = { id: studentIds[seller] }
    const urls: string[] = []
    for (const file of files) urls.push(await upload(file, user.id))
    const draft = fromInput(listing.category, { ...body, photos: urls } as ListingInput)
    const context = { parsePhotoAddress, now: timeOf(daysAgo) }
    await db.transaction(async (tx) => {
      const posted = await createListing(tx, user, draft, context)
      if (previousPrice) {
        const since = timeOf(previousPrice.untilDaysAgo)
        const previous = { cents: toCents(previousPrice.price), since: context.now, until: since }
        await insertPreviousPrice(tx, posted.id, previous)
        const current = { cents: toCents(posted.price), since }
        await updatePriceDrop(tx, posted.id, findPriceDrop([previous], current, since))
      }
      if (renewedDaysAgo) await renewListing(tx, posted, timeOf(renewedDaysAgo))
      if (marked) await changeStatus(tx, posted, marked.as, timeOf(marked.daysAgo))
      await record?.(tx, number)
    })
  }

  async function upload(file: string, uploaderId: number): Promise<string> {
    const bytes = await draw(await readFile(resolve(photosFolder, file)))
    return (await photos.save(db, { bytes, uploaderId })).url
  }

  for (const [index, listing] of listings.entries()) {
    if (index < posted) continue
    signal?.throwIfAborted()
    const number = index + 1
    await post(listing, number)
    if (number % 10 === 0) log(`${number} of ${listings.length} sample listings added`)
    // On SQLite, awaiting a transaction does not let requests through.
    await yieldToEventLoop()
  }
}

/** Opens the SVG loader for one drawing at a time. */
const drawPhoto = (svg: Buffer) => withSvgLoader(() => rasterizeSvg(svg))

export async function createStudents(db: Db): Promise<Record<StudentKey, number>> {
  const passwords = createPasswordHasher()
  const ids = {} as Record<StudentKey, number>
  for (const key of Object.keys(demoStudents) as StudentKey[]) {
    ids[key] = await createStudent(db, passwords, demoStudents[key])
  }
  return ids
}

async function createStudent(
  db: Db,
  passwords: PasswordHasher,
  student: DemoStudent,
): Promise<number> {
  const { password, ...user } = student
  const existing = await findUserByEmail(db, user.email)
  if (existing) return existing.id
  const passwordHash = await passwords.hash(password, 'localhost')
  const created = await insertUser(db, {
    ...user,
    passwordHash,
    createdAt: Date.now(),
    isSample: true,
  })
  if (!created) throw new Error(`${user.email} was taken while the sample students were added.`)
  return created.id
}
