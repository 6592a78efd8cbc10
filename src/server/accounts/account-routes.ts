import type { App } from '../http/app-types.ts'
import { accountDeletionRoutes } from './account-deletion-routes.ts'
import type { AccountDeps } from './account-deps.ts'
import { accountExportRoutes } from './account-export-routes.ts'
import { confirmRoutes } from './confirmation/confirmation-routes.ts'
import { ownAccountRoutes } from './own-account-routes.ts'
import { changePasswordRoutes } from './passwords/change-password-routes.ts'
import { passwordRoutes } from './passwords/reset-password-routes.ts'
import { ownSessionRoutes } from './sessions/own-session-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { signUpRoutes } from './sign-up-routes.ts'

export function accountRoutes(app: App, deps: AccountDeps) {
  signUpRoutes(app, deps)
  sessionRoutes(app, deps)
  confirmRoutes(app, deps)
  passwordRoutes(app, deps)
  ownAccountRoutes(app, deps)
  ownSessionRoutes(app, deps)
  changePasswordRoutes(app, deps)
  accountExportRoutes(app, deps)
  accountDeletionRoutes(app, deps)
}
