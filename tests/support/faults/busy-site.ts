import { setTimeout as pause } from 'node:timers/promises'
import { type Dice, rollDice } from '../../../scripts/dice.ts'
import { type Answer, ask, bodyOf, isTryLater, type Question } from './ask.ts'
import type { startMailServer } from './mail-server.ts'
import { type BusyStudent, joinAsStudent, WrongAnswer } from './students.ts'
import { isSuccess, startVisitors, tally } from './visitors.ts'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

const visibleAfterMs = 1_000
const photos = ['https://photos.example/1.jpg']
const pages = ['/', '/misc', '/rentals', '/api/misc', '/api/textbooks', '/api/misc?q=lamp']

/**
 * Students and visitors who use a site all at once while its processes come and go. They notice what a person
 * would: a change that is lost or shown late, a session that ended, a mail that came twice, a limit that gave way.
 */
export async function openBusySite(url: string, mail: MailServer) {
  const join = (names: string[]) => Promise.all(names.map((name) => joinAsStudent(url, name)))
  const writers = await join(['Ada', 'Bea', 'Cid'])
  const stayers = await join(['Dan', 'Eva'])
  const forgetful = (await join(['Flo', 'Gus', 'Hal'])).map(({ email }) => email)
  const [victim = ''] = (await join(['Ida'])).map(({ email }) => email)

  let over = false
  const counts = { writes: 0, unanswered: 0, looks: 0, sessions: 0, renewals: 0, later: 0, cut: 0 }
  const guesses: number[] = []
  const wrong: string[] = []

  /** Asks again when the connection broke or the site was too busy for a moment, as a person does. */
  async function read(path: string, question?: Question): Promise<Answer> {
    for (;;) {
      const answer = await attempt(path, question)
      if (answer && !isTryLater(answer)) return answer
      if (answer) counts.later += 1
      await pause(100)
    }
  }

  async function attempt(path: string, question?: Question): Promise<Answer | undefined> {
    try {
      return await ask(url + path, question)
    } catch {
      counts.cut += 1
      return undefined
    }
  }

  async function change(student: BusyStudent, dice: Dice, title: string) {
    const living = student.ledger.living()
    const saved = { title, price: dice.whole(1, 900), photos }
    if (living.length < 4) return student.create(saved)
    const { id } = dice.pick(living)
    return living.length > 20 || dice.chance(0.2) ? student.remove(id) : student.update(id, saved)
  }

  /** Looks at once whether each own change is there, and a second later as a visitor. */
  async function write(student: BusyStudent, dice: Dice) {
    for (let step = 1; !over; step += 1) {
      try {
        await change(student, dice, `${student.email} ${step}`)
        counts.writes += 1
      } catch (error) {
        const refused = error instanceof WrongAnswer && !/^5\d\d/.test(error.message)
        if (refused) wrong.push(error.message)
        else counts.unanswered += 1
        // What a killed process had asked of the database may still be finished there.
        await pause(500)
      }
      const own = await read(`/api/users/${student.id}/misc`, { cookie: student.cookie })
      wrong.push(...student.ledger.compare(bodyOf(own)))
      await pause(dice.whole(10, 60))
      if (step % 5 === 0) await lookAsVisitor(student)
    }
  }

  /** Several times, so that each process is likely to be asked. */
  async function lookAsVisitor({ email, ledger }: BusyStudent) {
    await pause(visibleAfterMs)
    const expected = new Map(ledger.living().map(({ id, title }) => [id, title]))
    for (let look = 1; look <= 3; look += 1) {
      counts.looks += 1
      const list = await read('/api/misc?limit=100')
      const { results } = bodyOf<{ results: { id: number; title: string }[] }>(list)
      const shown = results.filter(({ title }) => title.startsWith(email))
      const isRight = ({ id, title }: (typeof shown)[number]) => expected.get(id) === title
      if (shown.length !== expected.size || !shown.every(isRight)) {
        wrong.push(
          `a list is late: ${JSON.stringify(shown)} is not ${JSON.stringify([...expected])}`,
        )
      }
      const [[id, title] = []] = expected
      const page = id && (await read(`/misc/${id}`))
      if (page && !page.bytes.includes(`${title}`)) wrong.push(`the page of ${title} is late`)
    }
  }

  /** Stays signed in, and has the session renewed as a browser does. */
  async function stay(student: BusyStudent, dice: Dice) {
    let { cookie } = student
    while (!over) {
      const me = await read('/api/auth/me', { cookie })
      counts.sessions += 1
      if (!me.bytes.includes(`"${student.email}"`)) wrong.push(`${student.email}: ${me.bytes}`)
      if (dice.chance(0.05)) {
        const renewed = await attempt('/api/auth/refresh', { method: 'POST', cookie })
        cookie = renewed?.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
        counts.renewals += 1
      }
      await pause(dice.whole(5, 30))
    }
  }

  async function guess() {
    const json = { email: victim, password: 'not the one 1!' }
    while (!over) {
      const answer = await attempt('/api/auth/login', { method: 'POST', json })
      if (answer) guesses.push(answer.status)
      await pause(200)
    }
  }

  async function forget() {
    for (let round = 1; round <= 8 && !over; round += 1) {
      for (const email of forgetful) {
        await attempt('/api/auth/reset-password', { method: 'POST', json: { email } })
      }
      await pause(1_000)
    }
  }

  const dice = rollDice(11, 1)
  const visitors = startVisitors(3, () => ({ kind: 'read', url: url + dice.pick(pages) }))
  const busy = [
    ...writers.map((student, index) => write(student, rollDice(index, 1))),
    ...stayers.map((student, index) => stay(student, rollDice(index, 2))),
    guess(),
    forget(),
  ]

  return {
    /** Lets everyone finish, and tells what they noticed. */
    async close() {
      over = true
      await visitors.stop()
      await Promise.all(busy)
      const lost = (await Promise.all(writers.map((student) => student.compare()))).flat()
      const links = mail.received.map(({ token }) => token)
      const reads = visitors.outcomes.filter(({ tryLater }) => !tryLater)
      const broken = reads.filter(({ status }) => status === 0)
      const failed = reads.filter((outcome) => !isSuccess(outcome) && outcome.status !== 0)
      return {
        ...counts,
        wrong,
        lost,
        reads: reads.length,
        failed: tally(failed),
        later: counts.later + visitors.outcomes.length - reads.length,
        cut: counts.cut + broken.length,
        failedLogins: guesses.filter((status) => status === 401).length,
        guesses: guesses.length,
        mails: links.length,
        sentTwice: links.filter((token, index) => links.indexOf(token) !== index),
        mostMailsToOne: Math.max(
          ...forgetful.map((email) => mail.received.filter(({ to }) => to === email).length),
        ),
      }
    },
  }
}

export type Noticed = Awaited<ReturnType<Awaited<ReturnType<typeof openBusySite>>['close']>>
