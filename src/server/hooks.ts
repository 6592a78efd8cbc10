import type { Db } from './database/database.ts'

/** A function of a room above that runs in a transaction of a room below. */
export type Hook<Args extends unknown[]> = (tx: Db, ...args: Args) => Promise<void>

export async function runHooks<Args extends unknown[]>(
  hooks: readonly Hook<Args>[],
  tx: Db,
  ...args: Args
): Promise<void> {
  for (const hook of hooks) await hook(tx, ...args)
}
