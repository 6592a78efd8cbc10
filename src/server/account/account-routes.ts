import type { App } from '../http/app-types.ts'
import { type AccountDeps, accountDeletionRoutes } from './account-deletion.ts'
import { accountExportRoutes } from './account-export.ts'
import { ownAccountRoutes } from './own-account.ts'

export function accountRoutes(app: App, deps: AccountDeps) {
  ownAccountRoutes(app, deps)
  accountExportRoutes(app, deps)
  accountDeletionRoutes(app, deps)
}
