import type { App } from '../http/app-types.ts'
import type { PhotoStore } from '../photos/photo-store.ts'
import type { StudentDeps } from '../students/student-deps.ts'
import { accountDeletionRoutes } from './account-deletion-routes.ts'
import { accountExportRoutes } from './account-export-routes.ts'
import { ownAccountRoutes } from './own-account-routes.ts'

export interface AccountDeps extends StudentDeps {
  store: PhotoStore
  /** Deletes the messages that the mail transport stored for this address. */
  purgeMails: (address: string) => Promise<void>
}

export function accountRoutes(app: App, deps: AccountDeps) {
  ownAccountRoutes(app, deps)
  accountExportRoutes(app, deps)
  accountDeletionRoutes(app, deps)
}
