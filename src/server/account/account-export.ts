import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type AccountExport, accountExport } from '#contract/account-export.ts'
import { errorBody } from '#contract/errors.ts'
import { exportLinkParameters, exportLinkResponse } from '#contract/export-link.ts'
import { writeIfPossible } from '../database/database.ts'
import { mapSlices } from '../database/room-data.ts'
import { toIso } from '../durations.ts'
import { AppError, unauthenticated } from '../errors.ts'
import { acceptForms } from '../http/accept-forms.ts'
import type { App } from '../http/app-types.ts'
import { isFromOwnPage } from '../http/csrf.ts'
import { noStore } from '../http/no-store.ts'
import { sendErrorPage } from '../http/send-error-page.ts'
import { sendJsonText } from '../http/send-json.ts'
import { createSemaphore } from '../limits/queues.ts'
import { perHour, type RateLimit, type RateLimitRule } from '../limits/rate-limit.ts'
import { readClient } from '../students/client.ts'
import { requireFreshSecondFactor } from '../students/reauthentication.ts'
import { findLinkedExport } from '../students/restrictions/export-link.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import type { StudentDeps } from '../students/student-deps.ts'
import { type Account, findUser } from '../students/user-queries.ts'
import { roomData } from '../wiring.ts'
import { presentOwnAccount } from './own-account.ts'

export function accountExportRoutes(app: App, deps: StudentDeps) {
  const { db } = deps

  app.get(
    '/api/users/me/export',
    {
      config: { action: 'export account' },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'Everything we keep about you',
        response: { 200: accountExport, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      // A link on another site would use up the downloads of an hour, so it is refused. The link on the account page
      // works without JavaScript.
      if (!isFromOwnPage(request.headers)) throw new AppError('forbidden', notFromHere)
      const account = await findUser(db, loggedInUser(request).id)
      if (!account) throw unauthenticated()
      await requireFreshSecondFactor(db, request, deps.now())
      return exportAccount(deps, account, request, reply)
    },
  )

  async function requireLinked(token: string) {
    const linked = await findLinkedExport(db, token, deps.now())
    if (linked) return linked
    throw new AppError('not_found', deadLink)
  }

  app.get(
    '/api/export-link',
    {
      config: { skipSession: true },
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'How long the link in an email about your data works',
        description: 'Changes nothing.',
        querystring: exportLinkParameters,
        response: { 200: exportLinkResponse, '4xx': errorBody },
      },
    },
    async ({ query }) => {
      const { until, isClosed } = await requireLinked(query.token)
      return { keptUntil: toIso(until), isClosed }
    },
  )

  app.register(async (forms: App) => {
    acceptForms(forms)
    forms.setErrorHandler(sendErrorPage)
    forms.post(
      '/export',
      {
        config: { skipSession: true, isProvenByToken: true },
        onRequest: noStore,
        schema: { hide: true, body: exportLinkParameters, response: { 200: accountExport } },
      },
      async (request, reply) => {
        const { account } = await requireLinked(request.body.token)
        return exportAccount(deps, account, request, reply)
      },
    )
  })
}

const notFromHere = 'Another site led here. Download your data from your account page.'

/** The message is the same whether the link has expired, the account is open again, was deleted or never existed. */
const deadLink =
  "This link doesn't work any more. It has expired, or the account is open again or deleted."

/** A download reads all tables, and anyone with the link from an email can download without a session. */
const exportsPerAccount: RateLimitRule = {
  name: 'exports',
  ...perHour(20),
  message: 'You can download your data 20 times an hour. Please try again later.',
}

/** Further downloads are only logged. A script must not fill the table, or push other events off the account page. */
const storedExportsPerAccount: RateLimit = { name: 'stored-exports', ...perHour(1) }

/** All accounts share these slots, because the form behind such a link does not go through the queue of reads. */
const withExportSlot = createSemaphore({ concurrency: 2, maxWaiting: 20 })

type ExportDeps = Pick<
  StudentDeps,
  'db' | 'keyedHash' | 'rateLimiter' | 'recordEvent' | 'sessionParts' | 'now'
>

/** Sends everything that names the student as a file. The account page then shows the download. */
async function exportAccount(
  deps: ExportDeps,
  account: Account,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, rateLimiter, recordEvent } = deps
  const key = String(account.id)
  const client = readClient(request)
  await writeIfPossible(rateLimiter.take(db, exportsPerAccount, key))
  const recording = db.transaction(async (tx) => {
    const { isAllowed } = await rateLimiter.tryTake(tx, storedExportsPerAccount, key)
    await recordEvent(tx, 'data export', account.id, client, { isStored: isAllowed })
  })
  // Students get their data even if the disk is full. In that case, only the log has the event.
  if ((await writeIfPossible(recording)) === 'failed') {
    await recordEvent(db, 'data export', account.id, client, { isStored: false })
  }
  const text = await withExportSlot(async () => writeExport(await readExport(deps, account)), key)
  reply.header('content-disposition', 'attachment; filename="quad-export.json"')
  return sendJsonText(reply, text)
}

async function readExport(
  { db, keyedHash, sessionParts, now }: ExportDeps,
  account: Account,
): Promise<AccountExport> {
  const time = now()
  const data: Partial<AccountExport> = {
    exportedAt: toIso(time),
    user: await presentOwnAccount(db, account, {
      verifyEmail: true,
      canStartThreads: true,
      postingAffiliations: undefined,
      parts: sessionParts,
      // The export shows the role itself, whether or not it counts on this device.
      secondFactorAt: time,
      isTryOut: true,
      now: time,
    }),
  }
  for (const room of roomData) {
    Object.assign(data, await room.export?.(db, account, { keyedHash, now: time }))
  }
  // The schema refuses an export in which the part of a room is missing.
  return data as AccountExport
}

/** How many entries of a list are checked and written at once. */
const entriesPerSlice = 50

/** Writes the export by its schema, in slices: an export may have thousands of messages. */
async function writeExport(data: AccountExport): Promise<string> {
  const parts: string[] = []
  for (const [name, schema] of Object.entries(accountExport.shape)) {
    const text = await writePart(schema, data[name as keyof AccountExport])
    parts.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${parts.join(',')}}`
}

async function writePart(schema: z.ZodType, value: unknown): Promise<string> {
  if (!Array.isArray(value)) return JSON.stringify(schema.parse(value))
  const entries = await mapSlices(value, entriesPerSlice, async (slice) =>
    (schema.parse(slice) as unknown[]).map((entry) => JSON.stringify(entry)),
  )
  return `[${entries.join(',')}]`
}
