import type { App } from '../http.ts'
import type { AccountParts } from './account-parts.ts'
import { ownDataRoutes } from './own-data-routes.ts'
import { passwordRoutes } from './password-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { signUpRoutes } from './sign-up-routes.ts'

export function accountRoutes(app: App, parts: AccountParts) {
  signUpRoutes(app, parts)
  sessionRoutes(app, parts)
  passwordRoutes(app, parts)
  ownDataRoutes(app, parts)
}
