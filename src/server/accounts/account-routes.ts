import type { App } from '../http/app-types.ts'
import { accountDeletionRoutes } from './account-deletion-routes.ts'
import type { AccountDeps } from './account-deps.ts'
import { accountExportRoutes } from './account-export-routes.ts'
import { passwordRoutes } from './password-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { signUpRoutes } from './sign-up-routes.ts'

export function accountRoutes(app: App, deps: AccountDeps) {
  signUpRoutes(app, deps)
  sessionRoutes(app, deps)
  passwordRoutes(app, deps)
  accountExportRoutes(app, deps)
  accountDeletionRoutes(app, deps)
}
