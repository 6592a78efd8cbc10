import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { builtInCampus } from '#campus/built-in.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import { errorBody } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import { testMailResponse } from '#contract/settings.ts'
import {
  type SetupResponse,
  setupAdminResponse,
  setupCodeBody,
  setupResponse,
  setupSessionBody,
  setupSettingsBody,
  testMailBody,
} from '#contract/setup.ts'
import { settingsSteps, setupLinkFile } from '#contract/setup-steps.ts'
import type { CampusSource } from '../campus/campus-source.ts'
import { withLogoAddress } from '../campus/look.ts'
import { dayMs, secondMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { notFound } from '../http/error-handler.ts'
import { noStore } from '../http/no-store.ts'
import { parseBody } from '../http/parse-body.ts'
import { skipValidation } from '../http/skip-validation.ts'
import { perHour, perTenMinutes } from '../limits/rate-limit.ts'
import { mailServerOf, senderOf } from '../mail/send-now.ts'
import {
  addLogoUpload,
  encodeSentLogo,
  logoUploads,
  settingsBodyLimit,
} from '../settings/logo-upload.ts'
import { readCurrentSettings } from '../settings/read-settings.ts'
import { saveSettings } from '../settings/save-settings.ts'
import { readClient } from '../students/client.ts'
import { hostCookie } from '../students/sessions/cookies.ts'
import type { OpenedSession } from '../students/sessions/log-in.ts'
import { replaceSession } from '../students/sessions/session-routes.ts'
import { confirmAdmin, type FirstAdminDeps, signUpAdmin } from './first-admin.ts'
import type { Setup } from './setup-gate.ts'
import { deleteLinkFile, isSetupToken } from './setup-link.ts'
import { checkSetupCode, sendSetupCode } from './setup-mails.ts'
import { lockSetup, markStepDone, readSetupValue, writeSetupValue } from './setup-state.ts'

interface SetupDeps extends FirstAdminDeps {
  setup: Setup
  campusSource: CampusSource
}

const limits = {
  wrongLinksPerNetwork: {
    name: 'setup-link',
    ...perTenMinutes(30),
    message: 'Too many wrong links from your network. Please wait ten minutes.',
  },
  writes: {
    name: 'setup-write',
    ...perHour(600),
    message: 'Too many changes. Please try again in an hour.',
  },
  mails: {
    name: 'setup-mail',
    ...perHour(30),
    message: 'Too many emails were sent from here. Please try again in an hour.',
  },
}

/** How long the browser keeps the cookie. The link makes a new one. */
const cookieDays = 30

/** The routes of the set-up. Once it is finished, they answer 404. */
export function setupRoutes(app: App, deps: SetupDeps) {
  const { config, db, setup, campusSource, rateLimiter, codeLimiter, keyedHash, jobs, now } = deps
  const { CAMPUS_FILE: file } = config
  const cookie = hostCookie(config.APP_URL, 'quad-setup')

  async function requireOpen() {
    if (!setup.isOpen) throw notFound()
  }

  /** Throws 401 for a browser that has not opened the link. */
  async function requireLink(request: FastifyRequest) {
    await requireOpen()
    const token = request.cookies[cookie.name]
    if (token && (await isSetupToken(db, token))) return
    throw new AppError(
      'unauthenticated',
      `Open the set-up link first. It is in the file ${setupLinkFile} in DATA_DIR.`,
    )
  }

  const schema = { hide: true }

  app.post(
    apiPaths.setupSession,
    {
      onRequest: [noStore, requireOpen],
      schema: {
        ...schema,
        body: setupSessionBody,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { token } = request.body
      const client = readClient(request)
      const counted = await codeLimiter.takeForClient(db, limits.wrongLinksPerNetwork, client)
      if (!(await isSetupToken(db, token))) {
        throw new AppError(
          'bad_request',
          `This link doesn't work any more. The newest one is in the file ${setupLinkFile} in DATA_DIR.`,
        )
      }
      for (const reservation of counted) await codeLimiter.release(db, reservation)
      const maxAge = (cookieDays * dayMs) / secondMs
      return reply
        .setCookie(cookie.name, token, { ...cookie.options, maxAge })
        .status(204)
        .send()
    },
  )

  app.get(
    apiPaths.setup,
    {
      onRequest: [noStore, requireLink],
      schema: { ...schema, response: { 200: setupResponse, '4xx': errorBody } },
    },
    () => readSetup(),
  )

  async function readSetup(): Promise<SetupResponse> {
    const { settings, source, version } = await readCurrentSettings(db, file)
    const done = (await readSetupValue(db, 'steps')) ?? []
    const sentTo = async (name: 'mail' | 'admin') => (await readSetupValue(db, name))?.email ?? null
    return {
      settings: source === 'built-in' ? firstSettings : withLogoAddress(settings),
      file: file ?? null,
      version,
      done: file ? [...settingsSteps, ...done] : done,
      mail: { server: mailServerOf(config), from: senderOf(config), sentTo: await sentTo('mail') },
      admin: { sentTo: await sentTo('admin'), hasPassword: config.PASSWORD_LOGIN },
    }
  }

  /** Adds a route that changes something. Its handler validates the body, after the link. */
  function addWrite(
    method: 'PUT' | 'POST',
    url: string,
    response: z.ZodType,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    options: { bodyLimit?: number } = {},
  ) {
    app.route({
      ...options,
      method,
      url,
      onRequest: [noStore, requireLink],
      validatorCompiler: skipValidation,
      schema: { ...schema, response: { 200: response, '4xx': errorBody } },
      handler: async (request, reply) => {
        await rateLimiter.take(db, limits.writes)
        return handler(request, reply)
      },
    })
  }

  addWrite('PUT', apiPaths.setupSettings, setupResponse, saveStep, { bodyLimit: settingsBodyLimit })

  async function saveStep(request: FastifyRequest) {
    const { step } = parseBody(setupSettingsBody.pick({ step: true }), request.body)
    const body = await encodeSentLogo(request.body, () => rateLimiter.take(db, logoUploads))
    await db.transaction(async (tx) => {
      await lockSetup(tx)
      await saveSettings(tx, body, {
        actor: null,
        file,
        appUrl: config.APP_URL,
        now: now(),
      })
      await markStepDone(tx, step)
    })
    await campusSource.refresh()
    return readSetup()
  }

  addLogoUpload(app, {
    path: apiPaths.setupLogo,
    schema,
    onRequest: async (request) => {
      await requireLink(request)
      await rateLimiter.take(db, logoUploads)
    },
  })

  addWrite('POST', apiPaths.setupMail, testMailResponse, async (request) => {
    const { to } = parseBody(testMailBody, request.body)
    await codeLimiter.take(db, limits.mails)
    const { problem, sent } = await sendSetupCode(deps, to, 'test')
    if (sent) {
      await db.transaction(async (tx) => {
        await lockSetup(tx)
        await writeSetupValue(tx, 'mail', sent)
      })
    }
    return { problem }
  })

  addWrite('POST', apiPaths.confirmSetupMail, setupResponse, async (request) => {
    const { code } = parseBody(setupCodeBody, request.body)
    const error = await db.transaction(async (tx) => {
      await lockSetup(tx)
      const sent = await readSetupValue(tx, 'mail')
      const wrong = checkSetupCode(keyedHash, sent, { code, now: now() })
      // The error is returned, so that the transaction commits the failed try.
      if (!wrong) await markStepDone(tx, 'email')
      else if (sent)
        await writeSetupValue(tx, 'mail', { ...sent, failedTries: sent.failedTries + 1 })
      return wrong
    })
    if (error) throw error
    return readSetup()
  })

  addWrite('POST', apiPaths.setupAdmin, setupAdminResponse, async (request, reply) => {
    await codeLimiter.take(db, limits.mails)
    const outcome = await signUpAdmin(deps, request, request.body)
    return 'account' in outcome ? welcome(request, reply, outcome) : outcome
  })

  addWrite('POST', apiPaths.confirmSetupAdmin, setupAdminResponse, async (request, reply) => {
    const { code } = parseBody(setupCodeBody, request.body)
    return welcome(request, reply, await confirmAdmin(deps, request, code))
  })

  /** Logs in the first admin, and ends the set-up in this process and on the disk. */
  async function welcome(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession) {
    await setup.refresh()
    await deleteLinkFile(config)
    jobs.wake()
    reply.clearCookie(cookie.name, cookie.options)
    await replaceSession(deps, request, reply, opened)
    return { isFinished: true, problem: null }
  }
}

/** What the forms begin with: nothing that is true only at the built-in campus. */
const firstSettings: CampusSettings = {
  ...builtInCampus,
  places: [],
  founders: [],
  founderQuote: 'Made by students, for students.',
  region: null,
}
