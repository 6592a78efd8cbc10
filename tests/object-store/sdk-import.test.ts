import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { childEnvironment } from '../support/test-clock.ts'

/** Loads the server as main.ts does, opens its photo store and prints how many SDK files are loaded. */
const program = `
  import { createRequire } from 'node:module'
  import '#server/startup/serve.ts'
  import { openResources } from '#server/startup/resources.ts'
  import { readConfig } from '#server/config.ts'
  const { db } = await openResources(readConfig(process.env))
  await db.close()
  const loaded = Object.keys(createRequire(process.cwd() + '/').cache)
  console.log(loaded.filter((file) => /@(aws-sdk|smithy)/.test(file)).length)
`

async function countSdkFiles(env: Record<string, string>) {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...childEnvironment(), DATA_DIR, ...env },
  })
  return Number(stdout)
}

it('loads the AWS SDK only with S3_URL', async () => {
  const { url } = await startFakeS3()
  const [without, withUrl] = await Promise.all([countSdkFiles({}), countSdkFiles({ S3_URL: url })])
  expect(without).toBe(0)
  expect(withUrl).toBeGreaterThan(0)
})
