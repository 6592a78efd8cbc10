import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FloodPlan, FloodResult } from './flood-process.ts'

const program = join(import.meta.dirname, 'flood-process.ts')

/** Floods a server from a child process, so that the measuring process is not slowed down. */
export async function flood(plan: FloodPlan): Promise<FloodResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(plan)])
  return JSON.parse(stdout)
}
