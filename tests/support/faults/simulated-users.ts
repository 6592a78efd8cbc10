import { setTimeout as pause } from 'node:timers/promises'
import { createRandom, type SeededRandom } from '../../../scripts/seed/seeded-random.ts'
import type { startMailServer } from './mail-server.ts'
import {
  type HttpResponse,
  isTemporarilyUnavailable,
  parseJson,
  type RequestOptions,
  sendRequest,
} from './send-request.ts'
import { type StudentClient, signUpStudent, UnexpectedResponse } from './students.ts'
import { countByOutcome, isSuccess, startVisitors } from './visitors.ts'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

const visibleAfterMs = 1_000
const photos = ['https://photos.example/1.jpg']
const pages = ['/', '/misc', '/rentals', '/api/misc', '/api/textbooks', '/api/misc?q=lamp']

/**
 * Starts students and visitors that use a site concurrently while its processes are killed and restarted. They check for
 * lost or late writes, sessions that end, emails that are sent twice, and rate limits that let too much through.
 */
export async function startSimulatedUsers(url: string, mail: MailServer) {
  const signUp = (names: string[]) => Promise.all(names.map((name) => signUpStudent(url, name)))
  const writers = await signUp(['Ada', 'Bea', 'Cid'])
  const sessionHolders = await signUp(['Dan', 'Eva'])
  const resetAddresses = (await signUp(['Flo', 'Gus', 'Hal'])).map(({ email }) => email)
  const [guessedAddress = ''] = (await signUp(['Ida'])).map(({ email }) => email)

  let isStopped = false
  const counts = {
    writes: 0,
    unacknowledged: 0,
    visitorChecks: 0,
    sessionChecks: 0,
    refreshes: 0,
    unavailable: 0,
    brokenConnections: 0,
  }
  const loginStatuses: number[] = []
  const problems: string[] = []

  /** Reads a path. Retries if the connection broke or the site was overloaded. */
  async function readWithRetries(path: string, options?: RequestOptions): Promise<HttpResponse> {
    for (;;) {
      const response = await trySend(path, options)
      if (response && !isTemporarilyUnavailable(response)) return response
      if (response) counts.unavailable += 1
      await pause(100)
    }
  }

  async function trySend(
    path: string,
    options?: RequestOptions,
  ): Promise<HttpResponse | undefined> {
    try {
      return await sendRequest(url + path, options)
    } catch {
      counts.brokenConnections += 1
      return undefined
    }
  }

  async function writeOnce(student: StudentClient, random: SeededRandom, title: string) {
    const listings = student.writes.currentListings()
    const saved = { title, price: random.integer(1, 900), photos }
    if (listings.length < 4) return student.create(saved)
    const { id } = random.pick(listings)
    // Few are removed, because a student may post only 20 listings a day.
    return random.chance(0.1) ? student.remove(id) : student.update(id, saved)
  }

  /** Keeps writing listings. The author must see each write at once, and visitors a second later. */
  async function keepWriting(student: StudentClient, random: SeededRandom) {
    for (let step = 1; !isStopped; step += 1) {
      try {
        await writeOnce(student, random, `${student.email} ${step}`)
        counts.writes += 1
      } catch (error) {
        const isRefused = error instanceof UnexpectedResponse && !/^5\d\d/.test(error.message)
        if (isRefused) problems.push(error.message)
        else counts.unacknowledged += 1
        // The database may still commit the writes of a killed process.
        await pause(500)
      }
      const ownListings = await readWithRetries(`/api/users/${student.id}/misc`, {
        cookie: student.cookie,
      })
      problems.push(...student.writes.compare(parseJson(ownListings)))
      // A student may save 120 changes an hour.
      await pause(random.integer(400, 900))
      if (step % 5 === 0) await checkAsVisitor(student)
    }
  }

  /** Checks three times, so that each process is likely to serve one of the requests. */
  async function checkAsVisitor({ email, writes }: StudentClient) {
    await pause(visibleAfterMs)
    const expected = new Map(writes.currentListings().map(({ id, title }) => [id, title]))
    for (let check = 1; check <= 3; check += 1) {
      counts.visitorChecks += 1
      const list = await readWithRetries('/api/misc?limit=100')
      const { results } = parseJson<{ results: { id: number; title: string }[] }>(list)
      const listed = results.filter(({ title }) => title.startsWith(email))
      const isCurrent = ({ id, title }: (typeof listed)[number]) => expected.get(id) === title
      if (listed.length !== expected.size || !listed.every(isCurrent)) {
        problems.push(
          `a list is stale: ${JSON.stringify(listed)} is not ${JSON.stringify([...expected])}`,
        )
      }
      const [[id, title] = []] = expected
      const page = id && (await readWithRetries(`/misc/${id}`))
      if (page && !page.bytes.includes(`${title}`)) problems.push(`the page of ${title} is stale`)
    }
  }

  /** Keeps a session in use. It must stay valid, also across refreshes. */
  async function keepSession(student: StudentClient, random: SeededRandom) {
    let { cookie } = student
    while (!isStopped) {
      const me = await readWithRetries('/api/auth/me', { cookie })
      counts.sessionChecks += 1
      if (!me.bytes.includes(`"${student.email}"`)) problems.push(`${student.email}: ${me.bytes}`)
      if (random.chance(0.05)) {
        const refreshed = await trySend('/api/auth/refresh', { method: 'POST', cookie })
        cookie = refreshed?.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
        counts.refreshes += 1
      }
      await pause(random.integer(5, 30))
    }
  }

  async function guessPasswords() {
    const json = { email: guessedAddress, password: 'not the one 1!' }
    while (!isStopped) {
      const response = await trySend('/api/auth/login', { method: 'POST', json })
      if (response) loginStatuses.push(response.status)
      await pause(200)
    }
  }

  async function requestResets() {
    for (let round = 1; round <= 8 && !isStopped; round += 1) {
      for (const email of resetAddresses) {
        await trySend('/api/auth/reset-password', { method: 'POST', json: { email } })
      }
      await pause(1_000)
    }
  }

  const random = createRandom(11, 1)
  const visitors = startVisitors(3, () => ({ kind: 'read', url: url + random.pick(pages) }))
  const running = [
    ...writers.map((student, index) => keepWriting(student, createRandom(index, 1))),
    ...sessionHolders.map((student, index) => keepSession(student, createRandom(index, 2))),
    guessPasswords(),
    requestResets(),
  ]

  return {
    /** Lets every request finish. Returns the observations. */
    async stop() {
      isStopped = true
      await visitors.stop()
      await Promise.all(running)
      const lost = (await Promise.all(writers.map((student) => student.compare()))).flat()
      const tokens = mail.received.map(({ token }) => token)
      const reads = visitors.outcomes.filter(({ isUnavailable }) => !isUnavailable)
      const broken = reads.filter(({ status }) => status === 0)
      const failed = reads.filter((outcome) => !isSuccess(outcome) && outcome.status !== 0)
      return {
        ...counts,
        problems,
        lost,
        reads: reads.length,
        failed: countByOutcome(failed),
        unavailable: counts.unavailable + visitors.outcomes.length - reads.length,
        brokenConnections: counts.brokenConnections + broken.length,
        failedLogins: loginStatuses.filter((status) => status === 401).length,
        logins: loginStatuses.length,
        mails: tokens.length,
        sentTwice: tokens.filter((token, index) => tokens.indexOf(token) !== index),
        maxMailsPerAddress: Math.max(
          ...resetAddresses.map((email) => mail.received.filter(({ to }) => to === email).length),
        ),
      }
    },
  }
}

export type Observations = Awaited<
  ReturnType<Awaited<ReturnType<typeof startSimulatedUsers>>['stop']>
>
