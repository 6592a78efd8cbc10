import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './bench.ts'

/** A folder that goes with the run. */
export async function emptyFolder({ stack }: Bench): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}
