import type { PhotoStore } from '../photos/photo-store.ts'
import type { StudentDeps } from '../students/student-deps.ts'

export interface AccountDeps extends StudentDeps {
  store: PhotoStore
  /** Deletes the messages that the mail transport stored for this address. */
  purgeMails: (address: string) => Promise<void>
}
