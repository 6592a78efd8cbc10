import { setTimeout as pause } from 'node:timers/promises'
import { type Dice, rollDice } from '../../../scripts/dice.ts'
import type { AppProcess } from './app-process.ts'
import { ask } from './ask.ts'
import { photoMaker } from './photo-uploads.ts'
import { type BusyStudent, joinAsStudent, TryLater, WrongAnswer } from './students.ts'

interface Plan {
  kills: number
  students: string[]
  seed: number
  /** Each kill comes this long after the work began. */
  afterMs: [least: number, most: number]
}

/** Kills the server in the middle of its students' work, again and again, and tells what was lost. */
export async function killUnderWrites(app: AppProcess, { kills, students, seed, afterMs }: Plan) {
  const photo = await photoMaker()
  const busy = await Promise.all(students.map((name) => joinAsStudent(app.url, name)))
  const problems: string[] = []
  let steps = 0
  for (let round = 1; round <= kills; round++) {
    const checked = busy.map(({ uploads }) => uploads.length)
    const working = busy.map((student, index) =>
      workUntilKilled(student, rollDice(seed + index, round), photo, round),
    )
    await pause(rollDice(seed, round).whole(...afterMs))
    await app.kill()
    for (const count of await Promise.all(working)) steps += count
    await app.start()
    for (const [index, student] of busy.entries()) {
      problems.push(...(await student.compare()))
      problems.push(...(await brokenPhotos(app.url, student.uploads.slice(checked[index]))))
    }
  }
  for (const student of busy) {
    const named = student.ledger.living().flatMap(({ photos }) => photos)
    problems.push(...(await brokenPhotos(app.url, [...new Set([...student.uploads, ...named])])))
  }
  const photos = busy.reduce((sum, { uploads }) => sum + uploads.length, 0)
  return { problems, steps, photos }
}

/** Works until the server is gone; an answer that is not the expected one is a fault, whenever it comes. */
async function workUntilKilled(
  student: BusyStudent,
  dice: Dice,
  photo: () => Buffer,
  round: number,
) {
  for (let step = 0; ; ) {
    try {
      await act(student, dice, photo, `${student.email} ${round}.${step}`)
      step++
    } catch (error) {
      if (error instanceof WrongAnswer) throw error
      if (!(error instanceof TryLater)) return step
      await pause(50)
    }
  }
}

/** One student's next step, as the dice fall. */
async function act(student: BusyStudent, dice: Dice, photo: () => Buffer, title: string) {
  const living = student.ledger.living()
  const price = dice.whole(1, 900)
  if (living.length < 5 || dice.chance(0.4)) {
    const photos = [await student.upload(photo())]
    return student.create({ title, price, photos })
  }
  const listing = dice.pick(living)
  if (living.length > 60 || dice.chance(0.3)) return student.remove(listing.id)
  const photos = dice.chance(0.5)
    ? [...listing.photos, await student.upload(photo())]
    : listing.photos
  return student.update(listing.id, { title: listing.title, price, photos: photos.slice(-10) })
}

/** Photos that are not there whole, in any width. */
async function brokenPhotos(url: string, photos: string[]): Promise<string[]> {
  const broken: string[] = []
  for (const photo of photos) {
    for (const width of [320, 640]) {
      const { status, bytes } = await ask(`${url}/api${photo.replace('.webp', `-${width}.webp`)}`)
      const isWhole = bytes.length > 12 && bytes.readUInt32LE(4) + 8 === bytes.length
      if (status !== 200 || !isWhole) broken.push(`${photo} at ${width}: ${status}`)
    }
  }
  return broken
}
