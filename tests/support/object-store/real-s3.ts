import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CreateBucketCommand, DeleteBucketCommand } from '@aws-sdk/client-s3'
import { parseS3Url, type S3Config } from '#server/files/s3-url.ts'
import { createS3Client, openBucket } from '#server/photos/s3/bucket.ts'

export interface RealS3 {
  /** A description in one line, for the log. */
  description: string
  /** Creates a new, empty bucket. `stop` deletes it. */
  createBucket(): Promise<S3Config>
  stop(): Promise<void>
}

const program = readFileSync(join(import.meta.dirname, 'serve-swift.py'), 'utf8')

/** Opens the store of TEST_S3_URL. Without it, starts OpenStack Swift in a temporary folder. */
export async function startRealS3(): Promise<RealS3> {
  const url = process.env.TEST_S3_URL
  if (!url) return startSwift()
  const config = parseS3Url(url)
  if ('problem' in config) throw new Error(`TEST_S3_URL ${config.problem}.`)
  return createRealS3(config, 'Object store: the one of TEST_S3_URL.', async () => undefined)
}

async function startSwift(): Promise<RealS3> {
  const { python, origin } = findSwift()
  const folder = await mkdtemp(join(tmpdir(), 'quad-swift-'))
  const user = findUnprivilegedUser()
  if (user) await chown(folder, user.uid, user.gid)
  const credentials = { key: 'quad:tester', secret: crypto.randomUUID(), region: 'ca-test-1' }
  // Swift exits when its stdin closes, no matter how the tests end.
  const server = spawn(
    python,
    ['-c', program, join(folder, 'swift'), credentials.key, credentials.secret, credentials.region],
    { ...user, cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const port = await readPort(server)
  return createRealS3(
    { origin: `http://127.0.0.1:${port}`, bucket: 'any', ...credentials },
    `Object store: OpenStack Swift ${origin}, started for this run on port ${port}.`,
    async () => {
      const exit = once(server, 'exit')
      server.stdin?.end()
      await exit
      await rm(folder, { recursive: true, force: true })
    },
  )
}

async function readPort(server: ChildProcess): Promise<number> {
  let errorOutput = ''
  server.stderr?.on('data', (chunk) => {
    errorOutput += chunk
  })
  if (server.stdout) {
    for await (const line of createInterface(server.stdout)) return Number(line)
  }
  throw new Error(`OpenStack Swift did not start:\n${errorOutput}`)
}

function createRealS3(
  config: S3Config,
  description: string,
  stopServer: () => Promise<void>,
): RealS3 {
  const client = createS3Client(config)
  const buckets: S3Config[] = []

  return {
    description,
    async createBucket() {
      const bucket = `quad-test-${crypto.randomUUID()}`
      await client.send(new CreateBucketCommand({ Bucket: bucket }))
      const created = { ...config, bucket }
      buckets.push(created)
      return created
    },
    async stop() {
      for (const bucketConfig of buckets) {
        const bucket = openBucket(bucketConfig)
        for await (const page of bucket.list('')) {
          for (const { key } of page) await bucket.delete(key)
        }
        await client.send(new DeleteBucketCommand({ Bucket: bucketConfig.bucket }))
        bucket.destroy()
      }
      client.destroy()
      await stopServer()
    },
  }
}

/** Finds a Python with Swift. As root on Debian, installs it. */
function findSwift(): { python: string; origin: string } {
  const installed = findPythonWithSwift()
  if (installed) return { python: installed, origin: 'as found on this system' }
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('Installing OpenStack Swift for the tests …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const aptGet = (...args: string[]) => execFileSync('apt-get', args, { env, stdio: 'ignore' })
    aptGet('update', '-qq')
    // Only the library is installed, because the other packages start services.
    aptGet('install', '-y', '-qq', '--no-install-recommends', 'python3-swift')
    const python = findPythonWithSwift()
    if (python) return { python, origin: 'installed from Debian' }
  }
  throw new Error(
    'These tests need an object store that checks signatures: install OpenStack Swift (apt install python3-swift), or set TEST_S3_URL to a store whose key may create buckets.',
  )
}

function findPythonWithSwift(): string | undefined {
  return ['/usr/bin/python3', 'python3'].find((python) => {
    try {
      execFileSync(python, ['-c', 'import swift.proxy.server'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}

/** Returns another user if this process runs as root, because Swift should not run as root. */
function findUnprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  const nobody = accounts.find((line) => line.startsWith('nobody:'))?.split(':')
  return nobody && { uid: Number(nobody[2]), gid: Number(nobody[3]) }
}
