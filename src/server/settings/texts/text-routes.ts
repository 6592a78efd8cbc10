import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorBody } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import { textNames } from '#contract/site-text-rules.ts'
import {
  textBody,
  textChangesResponse,
  textHideBody,
  textPreviewBody,
  textPreviewResponse,
  textResponse,
  textRestoreBody,
  textsResponse,
} from '#contract/site-texts.ts'
import type { CampusSource } from '../../campus/campus-source.ts'
import { findTextHistory } from '../../campus/site-texts.ts'
import type { Db } from '../../database/database.ts'
import type { App } from '../../http/app-types.ts'
import { noStore } from '../../http/no-store.ts'
import { parseBody } from '../../http/parse-body.ts'
import { json } from '../../http/send-json.ts'
import { skipValidation } from '../../http/skip-validation.ts'
import type { JobRunner } from '../../jobs/job-runner.ts'
import { requireStaff } from '../../moderation/decisions/decision-context.ts'
import type { Policies } from '../../policies.ts'
import type { ResponseCache } from '../../response-cache/response-cache.ts'
import { createKeptSender } from '../../response-cache/send-kept.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../../students/sessions/session-transaction.ts'
import { createWriteRoutes } from '../settings-routes.ts'
import { compareTexts } from './compare-texts.ts'
import { readText, readTextChanges, readTexts, textOf } from './read-texts.ts'
import { renderText } from './render-text.ts'
import { hideText, restoreText, saveText } from './save-text.ts'

interface TextDeps {
  policies: Policies
  db: Db
  campusSource: CampusSource
  responseCache: ResponseCache
  jobs: Pick<JobRunner, 'wake'>
  now: () => number
}

/** The routes of the texts that admins edit: two for readers of each text, and those of the editor. */
export function textRoutes(app: App, deps: TextDeps) {
  readerRoutes(app, deps)
  editorRoutes(app, deps)
}

function readerRoutes(app: App, { db, campusSource, responseCache }: TextDeps) {
  const tags = ['Texts']
  const send = createKeptSender(responseCache)
  const sendKept = (request: FastifyRequest, reply: FastifyReply, build: () => Promise<object>) =>
    send(request, reply, json, async () => JSON.stringify(await build()))

  for (const name of textNames) {
    app.get(
      apiPaths.text(name),
      {
        schema: {
          tags,
          summary: `The text of the page /${name}, as HTML`,
          response: { 200: textResponse },
        },
      },
      (request, reply) =>
        sendKept(request, reply, () => readText(db, name, campusSource.fileTexts())),
    )
    app.get(
      apiPaths.textChanges(name),
      {
        schema: {
          tags,
          summary: `What has changed in the text of the page /${name}`,
          response: { 200: textChangesResponse },
        },
      },
      (request, reply) =>
        sendKept(request, reply, () => readTextChanges(db, name, campusSource.fileTexts())),
    )
  }
}

function editorRoutes(app: App, deps: TextDeps) {
  const { policies, db, campusSource, now } = deps
  const tags = ['Settings']
  const action = 'administer' as const
  const response = { 200: textsResponse, '4xx': errorBody }
  const read = () => readTexts(db, campusSource.fileTexts())

  app.get(
    apiPaths.texts,
    {
      config: { action },
      onRequest: noStore,
      schema: { tags, summary: 'The texts that admins edit, and who changed them', response },
    },
    read,
  )

  app.post(
    apiPaths.previewText,
    {
      config: { action },
      onRequest: noStore,
      // The transaction validates the body, because it first checks who asks.
      validatorCompiler: skipValidation,
      schema: {
        tags,
        summary: 'Show a text as readers would see it, without saving it',
        body: textPreviewBody,
        response: { 200: textPreviewResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      const { id } = loggedInUser(request)
      const { current, markdown } = await sessionTransaction(db, request, async (tx) => {
        await requireStaff(tx, id, { policies, action, now: now() })
        const { name, markdown } = parseBody(textPreviewBody, request.body)
        const [newest] = await findTextHistory(tx, name, 1)
        return { current: campusSource.fileTexts()[name] ?? textOf(name, newest), markdown }
      })
      return { parts: renderText(markdown), changes: compareTexts(current, markdown) }
    },
  )

  const addWrite = createWriteRoutes(app, deps, { response, read })
  const fileTexts = () => campusSource.fileTexts()

  addWrite({
    method: 'PUT',
    url: apiPaths.texts,
    summary: 'Change a text',
    description:
      'The text is Markdown without raw HTML and images. Null brings back the default. `basedOn` is the version that was read: 409 if somebody else has saved since, or if CAMPUS_FILE has the text.',
    body: textBody,
    save: (tx, input, context) => saveText(tx, input, { ...context, fileTexts: fileTexts() }),
  })
  addWrite({
    method: 'POST',
    url: apiPaths.restoreText,
    summary: 'Bring back an older version of a text',
    description: 'It is saved as a new version. Version 0 is the default.',
    body: textRestoreBody,
    save: (tx, input, context) => restoreText(tx, input, { ...context, fileTexts: fileTexts() }),
  })
  addWrite({
    method: 'POST',
    url: apiPaths.hideText,
    summary: 'Hide an older version of a text from readers, or show it again',
    description:
      'The public list of changes then says that the text has changed, without the words. The next version is compared with the last one that is not hidden. 409 for the newest version, which is on the page.',
    body: textHideBody,
    save: hideText,
  })
}
