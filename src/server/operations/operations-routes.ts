import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { domainOf } from '#campus/campus.ts'
import { errorBody } from '#contract/errors.ts'
import { emailCheckResponse, type Overview, overviewResponse } from '#contract/operations.ts'
import { shownCodeDays } from '#contract/operations-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { campusDayNumber } from '#format/campus-date.ts'
import type { Config } from '../config.ts'
import { type Counts, type DayCount, findDayCounts } from '../counts/counts.ts'
import type { Db } from '../database/database.ts'
import { dayMs, toIso } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { idParams, parseId } from '../http/id-params.ts'
import { noStore } from '../http/no-store.ts'
import { retryFailedJobs } from '../jobs/job-queries.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { perTenMinutes, type RateLimiter } from '../limits/rate-limit.ts'
import type { MailTransport } from '../mail/mail-transport.ts'
import { senderOf, sendTestMail } from '../mail/send-now.ts'
import { requireStaff } from '../moderation/decisions/decision-context.ts'
import type { Policies } from '../policies.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../students/sessions/session-transaction.ts'
import { hideSmall, readStudentFigures } from './read-figures.ts'
import { readWaitingForAdmin } from './read-waiting.ts'
import { checkSenderDomain } from './sender-dns.ts'
import { type ReadBackups, readHealth } from './site-health.ts'

interface OperationsDeps {
  config: Config
  policies: Policies
  db: Db
  jobs: Pick<JobRunner, 'wake'>
  counts: Counts
  rateLimiter: RateLimiter
  transport: MailTransport
  readBackups: ReadBackups
  /** Name servers as address:port. Tests have their own. */
  dnsServers?: string[] | undefined
  now: () => number
}

const tags = ['Administration']

const testMails = {
  name: 'email-check',
  ...perTenMinutes(5),
  message: 'You have sent several test emails. Wait a few minutes.',
}

/** The routes of the page for admins. */
export function operationsRoutes(app: App, deps: OperationsDeps) {
  const { config, policies, db, jobs, counts, rateLimiter, transport, now } = deps
  const action = 'administer' as const
  const route = { config: { action }, onRequest: noStore }

  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode >= 500) {
      counts.addError(`${request.method} ${request.routeOptions.url ?? 'unknown'}`)
    }
    done()
  })

  app.get(
    apiPaths.overview,
    {
      ...route,
      schema: {
        tags,
        summary: 'Whether the site works, lets students in and is healthy, and what waits',
        description: 'Groups of fewer than three students are left out.',
        response: { 200: overviewResponse, '4xx': errorBody },
      },
    },
    async (): Promise<Overview> => {
      const time = now()
      return {
        students: await readStudentFigures(db, time),
        access: {
          domains: toDomains(
            await findDayCounts(db, firstCodeDay(time)),
            await countBouncedByDomain(db),
            time,
          ),
          sender: senderOf(config),
          isRemote: transport.isRemote,
          // Without passwords, the university says which address is a student's.
          asksForCodes: config.VERIFY_EMAIL || !config.PASSWORD_LOGIN,
        },
        health: await readHealth(db, time, deps.readBackups),
        waiting: await readWaitingForAdmin(db, time, config),
      }
    },
  )

  /** Checks again in a transaction that the student is an admin. */
  const asAdmin = <Result>(
    request: FastifyRequest,
    work: (tx: Db, time: number) => Promise<Result>,
  ) =>
    sessionTransaction(db, request, async (tx) => {
      const time = now()
      await requireStaff(tx, loggedInUser(request).id, { policies, action, now: time })
      return work(tx, time)
    })

  app.post(
    apiPaths.retryJob(':id'),
    {
      ...route,
      schema: {
        tags,
        summary: 'Try a failed job again',
        description: '409 if the job can no longer be tried, because it has expired.',
        params: idParams,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const id = parseId(request.params.id)
      const retried = await asAdmin(request, async (tx, time) =>
        id ? retryFailedJobs(tx, time, id) : 0,
      )
      if (retried === 0) throw new AppError('conflict', 'This job can no longer be tried again.')
      jobs.wake()
      return reply.status(204).send()
    },
  )

  app.post(
    apiPaths.emailCheck,
    {
      ...route,
      schema: {
        tags,
        summary: 'Send a test email to your own address',
        description:
          'The response has what the mail server said, and whether SPF, DKIM and DMARC of the domain are in order.',
        response: { 200: emailCheckResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      const { id, email } = loggedInUser(request)
      await asAdmin(request, (tx) => rateLimiter.take(tx, testMails, String(id)))
      let reply: string | null = null
      const [problem, checks] = await Promise.all([
        sendTestMail(deps, email, now(), (text) => {
          reply = text
        }),
        checkSenderDomain({
          domain: domainOf(senderOf(config)),
          selector: config.MAIL_DKIM_SELECTOR,
          servers: deps.dnsServers,
        }),
      ])
      return { to: email, problem, reply, checks }
    },
  )
}

/** Adds up the days with at least three. Without such a day, it is hidden or zero. */
function sumDays(rows: readonly DayCount[]): number | null {
  const shown = rows.map(({ count }) => hideSmall(count))
  const total = shown.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  return total === 0 && rows.length > 0 ? null : total
}

const firstCodeDay = (now: number) => campusDayNumber(now) - shownCodeDays + 1

/** How many bounced mailboxes are counted. A site with more has another problem. */
const maxBounced = 5_000

/** Counts the accounts whose mailbox refuses our email. A confirmed address is no longer among them. */
async function countBouncedByDomain(db: Db): Promise<Map<string, number>> {
  const rows = await db.all<{ email: string }>(sql`
    SELECT email FROM users WHERE bounced_at IS NOT NULL ORDER BY email LIMIT ${maxBounced}`)
  const byDomain = Map.groupBy(rows, ({ email }) => domainOf(email))
  return new Map([...byDomain].map(([domain, some]) => [domain, some.length]))
}

/**
 * Groups the counts by domain, the busiest first. A mailbox counts once a day, so mailboxes of several days may be the same:
 * only days with at least three are added up, and a domain without such a day is left out.
 */
function toDomains(
  rows: readonly DayCount[],
  bounced: ReadonlyMap<string, number>,
  now: number,
): Overview['access']['domains'] {
  const firstDay = firstCodeDay(now)
  const byDomain = Map.groupBy(rows, ({ label }) => label)
  for (const domain of bounced.keys()) byDomain.set(domain, byDomain.get(domain) ?? [])
  const sum = (some: readonly DayCount[], name: DayCount['name']) =>
    some.filter((row) => row.name === name).reduce((total, { count }) => total + count, 0)
  return [...byDomain]
    .map(([domain, counts]) => ({ domain, counts, sent: sum(counts, 'codes sent') }))
    .filter(
      ({ domain, counts }) =>
        counts.some(({ count }) => hideSmall(count)) || hideSmall(bounced.get(domain) ?? 0),
    )
    .toSorted((a, b) => b.sent - a.sent || (a.domain < b.domain ? -1 : 1))
    .map(({ domain, counts }) => ({
      domain,
      refused: sumDays(counts.filter(({ name }) => name === 'addresses refused')),
      bounced: hideSmall(bounced.get(domain) ?? 0),
      days: Array.from({ length: shownCodeDays }, (_, index) => {
        const day = firstDay + index
        const ofDay = counts.filter((row) => row.day === day)
        return {
          day: toIso(day * dayMs).slice(0, 10),
          sent: hideSmall(sum(ofDay, 'codes sent')),
          typed: hideSmall(sum(ofDay, 'codes typed')),
        }
      }),
    }))
}
