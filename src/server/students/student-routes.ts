import type { App } from '../http/app-types.ts'
import { confirmRoutes } from './confirmation/confirmation-routes.ts'
import { changePasswordRoutes } from './passwords/change-password-routes.ts'
import { passwordRoutes } from './passwords/reset-password-routes.ts'
import { ownSessionRoutes } from './sessions/own-session-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { signUpRoutes } from './sign-up-routes.ts'
import type { StudentDeps } from './student-deps.ts'

export function studentRoutes(app: App, deps: StudentDeps) {
  signUpRoutes(app, deps)
  sessionRoutes(app, deps)
  confirmRoutes(app, deps)
  passwordRoutes(app, deps)
  ownSessionRoutes(app, deps)
  changePasswordRoutes(app, deps)
}
