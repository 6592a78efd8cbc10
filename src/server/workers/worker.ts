import cluster from 'node:cluster'
import type { Config } from '../config.ts'
import { StartupError } from '../database/database.ts'
import { open } from '../prepare.ts'
import { serve } from '../serve.ts'

/** What a worker tells the process that started it. */
export type Report = { ready: string } | { problem: string }

const tell = (report: Report) =>
  new Promise<void>((told) => {
    process.send?.(report, () => told())
  })

/** Serves beside the other workers; a sentence about what is wrong is the primary's to say, once. */
export async function work(config: Config): Promise<void> {
  // When the primary has ended already, over what another worker told it, there is nobody left to tell.
  cluster.worker?.on('error', () => process.exit(1))
  try {
    await tell({ ready: await serve(config, await open(config)) })
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    await tell({ problem: error.message })
    process.exit(1)
  }
}
