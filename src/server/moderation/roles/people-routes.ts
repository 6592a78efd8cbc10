import { errorBody } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import { handoverNotesBody, handoverResponse, rolesResponse } from '#contract/people.ts'
import type { App } from '../../http/app-types.ts'
import { noStore } from '../../http/no-store.ts'
import { skipValidation } from '../../http/skip-validation.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../../students/sessions/session-transaction.ts'
import { requireStaff } from '../decisions/decision-context.ts'
import { readHandover, saveNotes } from '../handover/handover.ts'
import type { ModerationDeps } from '../moderation-deps.ts'
import { readRoles } from './read-roles.ts'

const tags = ['Moderation']

/** The routes of the roles page and the hand-over page, for admins. Neither has an email address. */
export function peopleRoutes(app: App, deps: ModerationDeps) {
  const { db, policies, now } = deps
  const action = 'administer' as const
  const route = { config: { action }, onRequest: noStore }

  app.get(
    apiPaths.roles,
    {
      ...route,
      schema: {
        tags,
        summary: 'Who has a role, until when, and which roles the yearly review asks about',
        response: { 200: rolesResponse, '4xx': errorBody },
      },
    },
    (request) => readRoles(db, loggedInUser(request), now()),
  )

  app.get(
    apiPaths.handover,
    {
      ...route,
      schema: {
        tags,
        summary: 'What a successor needs: roles, where the site runs, what is due, and notes',
        response: { 200: handoverResponse, '4xx': errorBody },
      },
    },
    (request) => readHandover(deps, loggedInUser(request), now()),
  )

  app.put(
    apiPaths.handoverNotes,
    {
      ...route,
      // The transaction validates the body, because it first checks who asks.
      validatorCompiler: skipValidation,
      schema: {
        tags,
        summary: 'Change the notes for a successor',
        description:
          '`basedOn` is the version that was read: 409 if somebody else has saved since.',
        body: handoverNotesBody,
        response: { 200: handoverResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      const { id } = loggedInUser(request)
      await sessionTransaction(db, request, async (tx) => {
        const time = now()
        const actor = await requireStaff(tx, id, { policies, action, now: time })
        await saveNotes(tx, request.body, { actor, now: time })
      })
      return readHandover(deps, loggedInUser(request), now())
    },
  )
}
