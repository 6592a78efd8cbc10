import type { App } from '../http/app-types.ts'
import { appealRoutes } from './appeals/appeal-routes.ts'
import { caseRoutes } from './cases/case-routes.ts'
import { teamworkRoutes } from './cases/teamwork-routes.ts'
import { decisionRoutes } from './decisions/decision-routes.ts'
import type { ModerationDeps } from './moderation-deps.ts'
import { reportRoutes } from './reports/report-routes.ts'
import { peopleRoutes } from './roles/people-routes.ts'

/** The routes for reports, for the cases that moderators read and decide, for appeals, and for roles. */
export function moderationRoutes(app: App, deps: ModerationDeps) {
  appealRoutes(app, deps)
  caseRoutes(app, deps)
  decisionRoutes(app, deps)
  peopleRoutes(app, deps)
  reportRoutes(app, deps)
  teamworkRoutes(app, deps)
}
