import type { App } from '../http/app-types.ts'
import { accountDeletionRoutes } from './account-deletion-routes.ts'
import type { AccountDeps } from './account-deps.ts'
import { accountExportRoutes } from './account-export-routes.ts'
import { ownAccountRoutes } from './own-account-routes.ts'

export function accountRoutes(app: App, deps: AccountDeps) {
  ownAccountRoutes(app, deps)
  accountExportRoutes(app, deps)
  accountDeletionRoutes(app, deps)
}
