import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type Dice, rollDice } from '../../scripts/dice.ts'
import { testDatabaseSettings } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { type Answer, ask, bodyOf, isTryLater, type Question } from '../support/faults/ask.ts'
import { figures } from '../support/faults/figures.ts'
import { startMailServer } from '../support/faults/mail-server.ts'
import { type BusyStudent, joinAsStudent, WrongAnswer } from '../support/faults/students.ts'
import { isSuccess, startVisitors, tally } from '../support/faults/visitors.ts'
import { startNginx } from '../support/nginx-server.ts'
import { freePort } from '../support/running-server.ts'

const processes = 3
const kills = 9
const visibleAfterMs = 1_000
const failuresAllowed = 10
const resetMailsAllowed = 5
const photos = ['https://photos.example/1.jpg']

interface Counts {
  writes: number
  unanswered: number
  sessions: number
  refreshes: number
  guesses: number[]
  looks: number
  /** A machine that starts processes beside those that serve may be too busy for a moment, and say so. */
  laters: number
  wrong: string[]
}

interface Scene {
  url: string
  counts: Counts
  isOver: () => boolean
}

async function askPatiently(
  { url, counts }: Scene,
  path: string,
  question?: Question,
): Promise<Answer> {
  for (;;) {
    const answer = await ask(url + path, question)
    if (!isTryLater(answer)) return answer
    counts.laters += 1
    await pause(200)
  }
}

/** Posts, changes and deletes; looks at once whether the change is there, and a second later as a visitor. */
async function write(scene: Scene, student: BusyStudent, dice: Dice) {
  const { counts, isOver } = scene
  const own = `/api/users/${student.id}/misc`
  for (let step = 1; !isOver(); step += 1) {
    const living = student.ledger.living()
    const listing = living.length > 3 ? dice.pick(living) : undefined
    const saved = { title: `${student.email} ${step}`, price: dice.whole(1, 900), photos }
    try {
      if (!listing) await student.create(saved)
      else if (living.length > 20 || dice.chance(0.2)) await student.remove(listing.id)
      else await student.update(listing.id, saved)
      counts.writes += 1
    } catch (error) {
      if (error instanceof WrongAnswer && !/^5\d\d/.test(error.message)) {
        counts.wrong.push(error.message)
      }
      counts.unanswered += 1
      // What a killed process had asked of the database may still be finished there.
      await pause(500)
    }
    const shown = await askPatiently(scene, own, { cookie: student.cookie })
    counts.wrong.push(...student.ledger.compare(bodyOf(shown)))
    await pause(dice.whole(10, 60))
    if (step % 5 === 0) await lookAsVisitor(scene, student)
  }
}

/** Three times, so that each process is likely to be asked. */
async function lookAsVisitor(scene: Scene, { email, ledger }: BusyStudent) {
  const { counts } = scene
  await pause(visibleAfterMs)
  const expected = new Map(ledger.living().map(({ id, title }) => [id, title]))
  for (let look = 1; look <= processes; look += 1) {
    counts.looks += 1
    const { results } = bodyOf<{ results: { id: number; title: string }[] }>(
      await askPatiently(scene, '/api/misc?limit=100'),
    )
    const shown = new Map(
      results.filter(({ title }) => title.startsWith(email)).map(({ id, title }) => [id, title]),
    )
    const [[id, title] = []] = expected
    if (shown.size !== expected.size || (id && shown.get(id) !== title)) {
      counts.wrong.push(`a list shows ${[...shown]} a second after ${[...expected]}`)
    }
    const page = id ? await askPatiently(scene, `/misc/${id}`) : undefined
    if (page && !page.bytes.includes(`${title}`)) {
      counts.wrong.push(
        `${title} is not on its page: ${page.status} ${page.bytes.subarray(0, 300)}`,
      )
    }
  }
}

/** Stays signed in, and lets the session be renewed as a browser does. */
async function stay(scene: Scene, student: BusyStudent, dice: Dice) {
  const { url, counts, isOver } = scene
  let { cookie } = student
  while (!isOver()) {
    const me = await askPatiently(scene, '/api/auth/me', { cookie })
    counts.sessions += 1
    if (!me.bytes.includes(`"${student.email}"`)) {
      counts.wrong.push(`${student.email} is told ${me.status} ${me.bytes}`)
    }
    if (dice.chance(0.05)) {
      const renewed = await ask(`${url}/api/auth/refresh`, { method: 'POST', cookie })
      cookie = renewed.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
      counts.refreshes += 1
    }
    await pause(dice.whole(5, 30))
  }
}

async function guess({ url, counts, isOver }: Scene, email: string) {
  while (!isOver()) {
    const json = { email, password: 'not the one 1!' }
    counts.guesses.push((await ask(`${url}/api/auth/login`, { method: 'POST', json })).status)
    await pause(200)
  }
}

async function askForResets({ url, isOver }: Scene, emails: string[]) {
  for (let round = 1; round <= 8 && !isOver(); round += 1) {
    for (const email of emails) {
      await ask(`${url}/api/auth/reset-password`, { method: 'POST', json: { email } })
    }
    await pause(1_000)
  }
}

it(`gives no wrong answer from ${processes} processes killed in turn behind nginx`, async () => {
  const mail = await startMailServer()
  const port = await freePort()
  const settings = {
    ...(await testDatabaseSettings('postgres')),
    RATE_LIMIT: 'on',
    TRUST_PROXY: '127.0.0.1',
    APP_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  }
  const apps = await Promise.all(
    Array.from({ length: processes }, () => startApp('postgres', settings)),
  )
  const url = await startNginx(
    port,
    apps.map((app) => Number(new URL(app.url).port)),
  )
  const join = (names: string[]) => Promise.all(names.map((name) => joinAsStudent(url, name)))
  const writers = await join(['Ada', 'Bea', 'Cid'])
  const stayers = await join(['Dan', 'Eva'])
  const forgetful = (await join(['Flo', 'Gus', 'Hal'])).map(({ email }) => email)
  const [victim] = await join(['Ida'])

  let over = false
  const counts: Counts = {
    writes: 0,
    unanswered: 0,
    sessions: 0,
    refreshes: 0,
    guesses: [],
    looks: 0,
    laters: 0,
    wrong: [],
  }
  const scene: Scene = { url, counts, isOver: () => over }
  const dice = rollDice(11, 1)
  const paths = ['/', '/misc', '/rentals', '/api/misc', '/api/textbooks', '/api/misc?q=lamp']
  const visitors = startVisitors(3, () => ({ kind: 'read', url: url + dice.pick(paths) }))
  const busy = [
    ...writers.map((student, index) => write(scene, student, rollDice(index, 1))),
    ...stayers.map((student, index) => stay(scene, student, rollDice(index, 2))),
    guess(scene, victim?.email ?? ''),
    askForResets(scene, forgetful),
  ]
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(dice.whole(800, 2_000))
    await apps[kill % processes]?.kill()
    await pause(dice.whole(200, 1_500))
    await apps[kill % processes]?.start()
  }
  over = true
  await visitors.stop()
  await Promise.all(busy)

  const lost = (await Promise.all(writers.map((student) => student.compare()))).flat()
  const links = mail.received.map(({ token }) => token)
  const twice = links.filter((token, index) => links.indexOf(token) !== index)
  const mailsTo = forgetful.map((email) => mail.received.filter(({ to }) => to === email).length)
  const reads = visitors.outcomes.filter(({ tryLater }) => !tryLater)
  const failedReads = reads.filter((outcome) => !isSuccess(outcome))
  const laters = counts.laters + visitors.outcomes.length - reads.length
  const guessed = counts.guesses.filter((status) => status === 401).length
  figures(`${processes} processes behind nginx`, {
    kills,
    reads: reads.length,
    'reads that failed': failedReads.length,
    'acknowledged writes': counts.writes,
    lost: lost.length,
    'writes without an answer': counts.unanswered,
    "visitors' looks after a second": counts.looks,
    'session checks': counts.sessions,
    refreshes: counts.refreshes,
    'failed logins let through': `${guessed} of ${counts.guesses.length}`,
    mails: links.length,
    'sent twice': twice.length,
    'too busy for a moment': laters,
    'wrong answers': counts.wrong.length,
  })
  expect(counts.wrong).toEqual([])
  expect(lost).toEqual([])
  expect(twice).toEqual([])
  expect(Math.max(...mailsTo)).toBeLessThanOrEqual(resetMailsAllowed)
  expect(guessed).toBeLessThanOrEqual(failuresAllowed)
  expect(tally(failedReads)).toBe('')
})
