import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { mailboxOf } from '#campus/campus.ts'
import { errorBody } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  settingsBody,
  settingsResponse,
  settingsUndoBody,
  testMailResponse,
} from '#contract/settings.ts'
import type { CampusSource } from '../campus/campus-source.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import { skipValidation } from '../http/skip-validation.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { perHour, type RateLimiter } from '../limits/rate-limit.ts'
import type { MailTransport } from '../mail/mail-transport.ts'
import { sendTestMail } from '../mail/send-now.ts'
import { requireStaff } from '../moderation/decisions/decision-context.ts'
import type { Policies } from '../policies.ts'
import { requireFreshSecondFactor } from '../students/reauthentication.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../students/sessions/session-transaction.ts'
import type { Account } from '../students/user-queries.ts'
import { addLogoUpload, encodeSentLogo, logoUploads, settingsBodyLimit } from './logo-upload.ts'
import { readSettings } from './read-settings.ts'
import { saveSettings, undoSettings } from './save-settings.ts'

interface WriteDeps {
  policies: Policies
  db: Db
  campusSource: CampusSource
  jobs: Pick<JobRunner, 'wake'>
  now: () => number
}

interface SettingsDeps extends WriteDeps {
  config: Pick<Config, 'CAMPUS_FILE' | 'APP_URL' | 'SMTP_URL' | 'MAIL_FROM'>
  transport: MailTransport
  rateLimiter: RateLimiter
}

const testMailLimit = {
  name: 'test-mail',
  ...perHour(10),
  message: 'You can send 10 test emails an hour. Please try again later.',
}

const tags = ['Settings']
const action = 'administer' as const

/** The routes of the campus settings, for admins. */
export function settingsRoutes(app: App, deps: SettingsDeps) {
  const { config, policies, db, rateLimiter, now } = deps
  const { CAMPUS_FILE: file, APP_URL: appUrl } = config
  const response = { 200: settingsResponse, '4xx': errorBody }

  app.get(
    apiPaths.settings,
    {
      config: { action },
      onRequest: noStore,
      schema: {
        tags,
        summary: 'The settings of the campus, and who changed what',
        response,
      },
    },
    () => readSettings(db, file),
  )

  const addWrite = createWriteRoutes(app, deps, { response, read: () => readSettings(db, file) })

  addWrite({
    method: 'PUT',
    url: apiPaths.settings,
    summary: 'Change the settings of the campus',
    description:
      '`basedOn` is the version that was read: 409 if somebody else has saved since, or if CAMPUS_FILE wins. A change that removes or closes an email domain needs the domain in `confirmedDomains`: 409 says how many students have it.',
    body: settingsBody,
    bodyLimit: settingsBodyLimit,
    prepare: (request, authorize) =>
      encodeSentLogo(request.body, async () => {
        await authorize()
        await rateLimiter.take(db, logoUploads, mailboxOf(loggedInUser(request).email))
      }),
    save: (tx, input, context) => saveSettings(tx, input, { ...context, file, appUrl }),
  })
  addWrite({
    method: 'POST',
    url: apiPaths.undoSettings,
    summary: 'Bring back the settings before the newest version',
    description: '`version` has to be the newest: 409 if it is not. The undo is a new version.',
    body: settingsUndoBody,
    save: (tx, input, context) => undoSettings(tx, input, { ...context, file, appUrl }),
  })

  app.post(
    apiPaths.testMail,
    {
      config: { action },
      onRequest: noStore,
      schema: {
        tags,
        summary: 'Send a test email to yourself',
        description: '`problem` says what the mail server answered and which settings to check.',
        response: { 200: testMailResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      const { id } = loggedInUser(request)
      const { email } = await sessionTransaction(db, request, async (tx) => {
        await rateLimiter.take(tx, testMailLimit, String(id))
        return requireStaff(tx, id, { policies, action, now: now() })
      })
      return { problem: await sendTestMail(deps, email, now()) }
    },
  )

  addLogoUpload(app, {
    path: apiPaths.logo,
    config: { action },
    schema: { tags },
    onRequest: (request) =>
      rateLimiter.take(db, logoUploads, mailboxOf(loggedInUser(request).email)),
    onReceived: (request) =>
      sessionTransaction(db, request, (tx) =>
        requireStaff(tx, loggedInUser(request).id, { policies, action, now: now() }),
      ),
  })
}

interface WriteRoute {
  method: 'PUT' | 'POST'
  url: string
  summary: string
  description: string
  body: z.ZodType
  bodyLimit?: number
  /**
   * Returns the body as the transaction takes it, which must wait for nothing but the database. `authorize` throws for
   * somebody who may not save.
   */
  prepare?: (request: FastifyRequest, authorize: () => Promise<unknown>) => Promise<unknown>
  save: (tx: Db, body: unknown, context: { actor: Account; now: number }) => Promise<void>
}

/** Returns a function that adds a route with which admins change the settings or the texts. */
export function createWriteRoutes(
  app: App,
  { policies, db, campusSource, jobs, now }: WriteDeps,
  { response, read }: { response: Record<string, z.ZodType>; read: () => Promise<unknown> },
) {
  return ({ method, url, summary, description, body, bodyLimit, prepare, save }: WriteRoute) => {
    app.route({
      method,
      url,
      config: { action },
      ...(bodyLimit && { bodyLimit }),
      onRequest: noStore,
      // The transaction validates the body, because it first checks who asks.
      validatorCompiler: skipValidation,
      schema: { tags, summary, description, body, response },
      handler: async (request: FastifyRequest) => {
        const { id } = loggedInUser(request)
        const findActor = async (tx: Db) => {
          const time = now()
          const actor = await requireStaff(tx, id, { policies, action, now: time })
          await requireFreshSecondFactor(tx, request, time)
          return { actor, now: time }
        }
        const input = prepare
          ? await prepare(request, () => sessionTransaction(db, request, findActor))
          : request.body
        await sessionTransaction(db, request, async (tx) => save(tx, input, await findActor(tx)))
        jobs.wake()
        // The next page of this process has the change. Other processes have it within a second.
        await campusSource.refresh()
        return read()
      },
    })
  }
}
