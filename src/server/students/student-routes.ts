import type { App } from '../http/app-types.ts'
import { confirmRoutes } from './confirmation/confirm-email.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { changePasswordRoutes } from './passwords/change-password.ts'
import { passwordRoutes } from './passwords/reset-password-routes.ts'
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts'
import { ownSessionRoutes, sessionRoutes } from './sessions/session-routes.ts'
import { signUpRoutes } from './sign-up.ts'
import type { StudentDeps } from './student-deps.ts'
import { universityRoutes } from './university/university-routes.ts'

export function studentRoutes(app: App, deps: StudentDeps) {
  signUpRoutes(app, deps)
  sessionRoutes(app, deps)
  confirmRoutes(app, deps)
  passwordRoutes(app, deps)
  ownSessionRoutes(app, deps)
  changePasswordRoutes(app, deps)
  passkeyRoutes(app, deps)
  secondFactorRoutes(app, deps)
  universityRoutes(app, deps)
}
