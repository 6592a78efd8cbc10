import { setTimeout as pause } from 'node:timers/promises'
import { createRandom, type SeededRandom } from '../../../scripts/seed/seeded-random.ts'
import type { AppProcess } from './app-process.ts'
import { type MessageOutbox, openMessageOutbox } from './message-outbox.ts'
import { createPhotoFactory } from './photo-uploads.ts'
import { sendRequest } from './send-request.ts'
import {
  type StudentClient,
  signUpStudent,
  TemporarilyUnavailable,
  UnexpectedResponse,
} from './students.ts'

interface Options {
  kills: number
  students: string[]
  seed: number
  /** The time from the start of the writes to each kill. */
  afterMs: [min: number, max: number]
}

interface Writer {
  student: StudentClient
  outbox: MessageOutbox
}

/** Kills and restarts the server repeatedly while students write. Returns what was lost. */
export async function killDuringWrites(
  app: AppProcess,
  { kills, students, seed, afterMs }: Options,
) {
  const createPhoto = await createPhotoFactory()
  const clients = await Promise.all(students.map((name) => signUpStudent(app.url, name)))
  const writers = await startThreads(app.url, clients, createPhoto())
  const problems: string[] = []
  let steps = 0
  for (let round = 1; round <= kills; round++) {
    const checkedUploads = clients.map(({ uploads }) => uploads.length)
    const writing = writers.map((writer, index) =>
      writeUntilKilled(writer, createRandom(seed + index, round), createPhoto, round),
    )
    await pause(createRandom(seed, round).integer(...afterMs))
    await app.kill()
    for (const count of await Promise.all(writing)) steps += count
    await app.start()
    for (const [index, { student, outbox }] of writers.entries()) {
      problems.push(...(await student.compare()), ...(await outbox.compare()))
      const newUploads = student.uploads.slice(checkedUploads[index])
      problems.push(...(await findBrokenPhotos(app.url, student, newUploads)))
    }
  }
  for (const student of clients) {
    const listed = student.writes.currentListings().flatMap(({ photos }) => photos)
    const urls = [...new Set([...student.uploads, ...listed])]
    problems.push(...(await findBrokenPhotos(app.url, student, urls)))
  }
  const photos = clients.reduce((sum, { uploads }) => sum + uploads.length, 0)
  const messages = writers.reduce((sum, { outbox }) => sum + outbox.count(), 0)
  return { problems, steps, photos, messages }
}

/** Makes each student write to the next one about a listing. */
async function startThreads(url: string, clients: StudentClient[], photo: Buffer) {
  const writers: Writer[] = []
  for (const [index, student] of clients.entries()) {
    const seller = clients[(index + 1) % clients.length] ?? student
    const photos = [await seller.upload(photo)]
    await seller.create({ title: `Lamp of ${seller.email}`, price: 5, photos })
    const [lamp] = seller.writes.currentListings()
    writers.push({ student, outbox: await openMessageOutbox(url, student, lamp?.id ?? 0) })
  }
  return writers
}

/** Writes until the connection breaks. Returns the number of acknowledged steps. An unexpected response is a fault. */
async function writeUntilKilled(
  writer: Writer,
  random: SeededRandom,
  createPhoto: () => Buffer,
  round: number,
) {
  for (let step = 0; ; ) {
    try {
      await writeOnce(writer, random, createPhoto, `${writer.student.email} ${round}.${step}`)
      step++
    } catch (error) {
      if (error instanceof UnexpectedResponse) throw error
      if (!(error instanceof TemporarilyUnavailable)) return step
      await pause(50)
    }
  }
}

/** Sends one random message, or creates, updates or deletes a listing. */
async function writeOnce(
  { student, outbox }: Writer,
  random: SeededRandom,
  createPhoto: () => Buffer,
  title: string,
) {
  if (random.chance(0.3)) return outbox.send(title)
  const listings = student.writes.currentListings()
  const price = random.integer(1, 900)
  if (listings.length < 5 || random.chance(0.4)) {
    const photos = [await student.upload(createPhoto())]
    return student.create({ title, price, photos })
  }
  const listing = random.pick(listings)
  if (listings.length > 60 || random.chance(0.3)) return student.remove(listing.id)
  const photos = random.chance(0.5)
    ? [...listing.photos, await student.upload(createPhoto())]
    : listing.photos
  return student.update(listing.id, { title: listing.title, price, photos: photos.slice(-10) })
}

/**
 * Finds photos that are missing or truncated in any width. Only the student who uploaded a photo sees it before a listing
 * shows it.
 */
async function findBrokenPhotos(
  url: string,
  { cookie }: StudentClient,
  photos: string[],
): Promise<string[]> {
  const broken: string[] = []
  for (const photo of photos) {
    for (const width of [320, 640]) {
      const variantUrl = `${url}/api${photo.replace('.webp', `-${width}.webp`)}`
      const { status, bytes } = await sendRequest(variantUrl, { cookie })
      const isComplete = bytes.length > 12 && bytes.readUInt32LE(4) + 8 === bytes.length
      if (status !== 200 || !isComplete) broken.push(`${photo} at ${width}: ${status}`)
    }
  }
  return broken
}
