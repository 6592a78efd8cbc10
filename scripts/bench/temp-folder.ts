import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchContext } from './bench-context.ts'

/** Creates an empty folder that is removed after the run. */
export async function createTempFolder({ stack }: BenchContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}
