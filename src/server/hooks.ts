import type { Db } from './database/database.ts'

/** A function that a higher room provides and a lower room runs in its transaction. */
export type Hook<Args extends unknown[]> = (tx: Db, ...args: Args) => Promise<void>

export async function runHooks<Args extends unknown[]>(
  hooks: readonly Hook<Args>[],
  tx: Db,
  ...args: Args
): Promise<void> {
  for (const hook of hooks) await hook(tx, ...args)
}
