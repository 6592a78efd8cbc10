import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { campus } from '#campus/campus.ts'
import {
  type Announcement,
  type AnnouncementFields,
  announcementChange,
  announcementFields,
  announcementsResponse,
  maxAnnouncements,
} from '#contract/announcements.ts'
import { errorBody } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import {
  type AnnouncementSource,
  countCurrentAnnouncements,
  deleteAnnouncement,
  findAnnouncement,
  findAnnouncements,
  insertAnnouncement,
  lockAnnouncements,
  updateAnnouncement,
} from '../campus/announcements.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { idParams, parseId } from '../http/id-params.ts'
import { noStore } from '../http/no-store.ts'
import { parseBody } from '../http/parse-body.ts'
import { skipValidation } from '../http/skip-validation.ts'
import { requireStaff } from '../moderation/decisions/decision-context.ts'
import { noStudentId, writeLog } from '../moderation/moderation-log.ts'
import type { Policies } from '../policies.ts'
import { requireFreshSecondFactor } from '../students/reauthentication.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../students/sessions/session-transaction.ts'

interface AnnouncementDeps {
  policies: Policies
  db: Db
  announcements: AnnouncementSource
  now: () => number
}

const tags = ['Settings']

/** The routes of the announcements, for admins. Each change is in the moderation log. */
export function announcementRoutes(app: App, deps: AnnouncementDeps) {
  const { policies, db, announcements, now } = deps
  const action = 'administer' as const
  const response = { 200: announcementsResponse, '4xx': errorBody }
  const readAll = async () => ({
    announcements: await findAnnouncements(db, campusIsoDate(now())),
  })

  app.get(
    apiPaths.announcements,
    {
      config: { action },
      onRequest: noStore,
      schema: { tags, summary: 'The announcements, current ones first', response },
    },
    readAll,
  )

  interface WriteRoute {
    method: 'POST' | 'PUT' | 'DELETE'
    url: string
    summary: string
    schema: object
    /** Makes the change and returns what the log says about it. */
    change: (tx: Db, request: FastifyRequest, today: string) => Promise<string>
  }

  function addWrite({ method, url, summary, schema, change }: WriteRoute) {
    app.route({
      method,
      url,
      config: { action },
      onRequest: noStore,
      // The transaction validates the body, because it first checks who asks.
      validatorCompiler: skipValidation,
      schema: { tags, summary, response, ...schema },
      handler: async (request: FastifyRequest) => {
        const { id: actorId } = loggedInUser(request)
        await sessionTransaction(db, request, async (tx) => {
          const time = now()
          await requireStaff(tx, actorId, { policies, action, now: time })
          await requireFreshSecondFactor(tx, request, time)
          await lockAnnouncements(tx)
          const note = await change(tx, request, campusIsoDate(time))
          const entry = { action: 'change_announcements' as const, actorId, studentId: noStudentId }
          await writeLog(tx, { ...entry, note }, time)
        })
        // The next page of this process shows the change. Other processes show it within a second.
        await announcements.refresh()
        return readAll()
      },
    })
  }

  addWrite({
    method: 'POST',
    url: apiPaths.announcements,
    summary: 'Announce something to everyone, or to the students of one university',
    schema: { body: announcementFields },
    change: async (tx, request, today) => {
      const fields = parseBody(announcementFields, request.body)
      requireUniversity(fields)
      await requireRoom(tx, today)
      await insertAnnouncement(tx, fields)
      return `Added “${fields.text}”`
    },
  })
  addWrite({
    method: 'PUT',
    url: `${apiPaths.announcements}/:id`,
    summary: 'Change an announcement. It is shown again where it was dismissed',
    schema: { params: idParams, body: announcementChange },
    change: async (tx, request, today) => {
      const { id, version, lastDay } = await requireAnnouncement(tx, request)
      const { version: seen, ...fields } = parseBody(announcementChange, request.body)
      requireUniversity(fields)
      if (seen !== version) {
        throw new AppError(
          'conflict',
          'Somebody else has changed this announcement. Copy your text, close this and edit it again.',
        )
      }
      if (lastDay < today && fields.lastDay >= today) await requireRoom(tx, today)
      await updateAnnouncement(tx, id, fields)
      return `Changed to “${fields.text}”`
    },
  })
  addWrite({
    method: 'DELETE',
    url: `${apiPaths.announcements}/:id`,
    summary: 'Delete an announcement',
    schema: { params: idParams },
    change: async (tx, request) => {
      const { id, text } = await requireAnnouncement(tx, request)
      await deleteAnnouncement(tx, id)
      return `Deleted “${text}”`
    },
  })
}

async function requireRoom(tx: Db, today: string) {
  if ((await countCurrentAnnouncements(tx, today)) < maxAnnouncements) return
  throw new AppError('conflict', 'There are too many announcements. Delete one first.')
}

async function requireAnnouncement(tx: Db, request: FastifyRequest): Promise<Announcement> {
  const id = parseId((request.params as z.infer<typeof idParams>).id)
  const found = id && (await findAnnouncement(tx, id))
  if (!found) throw new AppError('not_found', 'This announcement does not exist any more.')
  return found
}

/** Throws 400 for a university that the campus does not have: nobody would see the announcement. */
function requireUniversity({ university }: Pick<AnnouncementFields, 'university'>) {
  if (university === null) return
  if (campus.universities.some(({ shortName }) => shortName === university)) return
  const message = 'Choose a university of this campus'
  throw new AppError('bad_request', message, { fields: { university: message } })
}
