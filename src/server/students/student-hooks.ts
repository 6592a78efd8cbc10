import type { Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import type { Hook } from '../hooks.ts'

/** What rooms above this one do in its transactions. `wiring.ts` lists it; the hooks run in the order written there. */
export interface StudentHooks {
  /** An account has proved its mailbox, or does not have to. The hash names the mailbox in tables that outlive accounts. */
  mailboxProved: readonly Hook<[proved: { id: number; mailboxHash: string; now: number }]>[]
  /** A reset link has given an account to the owner of its mailbox: nothing that a stranger saved may stay. */
  takenBack: readonly Hook<[id: number]>[]
}

/** What rooms above this one add to a session. */
export interface SessionParts {
  /** About `users.id`, read in the same statement as the session: a request of a student costs one query. */
  columns: { unread: Sql; messageVersion: Sql }
  countUnread: (db: Db, studentId: number) => Promise<number>
  hasThreads: (db: Db, studentId: number) => Promise<boolean>
  findFavourites: (db: Db, studentId: number) => Promise<number[]>
}
