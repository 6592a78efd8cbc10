import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { AwsClient } from 'aws4fetch'
import { openBucket } from '#server/photos/s3/bucket.ts'
import { shortPatience } from '#server/photos/s3/persistence.ts'
import { readS3Url, type S3Address } from '#server/photos/s3/s3-url.ts'

export interface RealStore {
  /** One plain line about where the store came from. */
  description: string
  /** An empty bucket of the test's own. */
  createBucket(): Promise<S3Address>
  stop(): Promise<void>
}

const program = readFileSync(join(import.meta.dirname, 'serve-swift.py'), 'utf8')

/** A store that checks signatures: the one TEST_S3_URL names, or OpenStack Swift on a folder of its own. */
export async function startRealStore(): Promise<RealStore> {
  const given = process.env.TEST_S3_URL
  if (!given) return startSwift()
  const address = readS3Url(given)
  if ('problem' in address) throw new Error(`TEST_S3_URL ${address.problem}.`)
  return withBuckets(address, 'Object store: the one of TEST_S3_URL.', async () => undefined)
}

async function startSwift(): Promise<RealStore> {
  const { python, found } = findSwift()
  const folder = await mkdtemp(join(tmpdir(), 'quad-swift-'))
  const user = ordinaryUser()
  if (user) await chown(folder, user.uid, user.gid)
  const keys = { key: 'quad:tester', secret: crypto.randomUUID(), region: 'ca-test-1' }
  // It lives as long as its input: however the tests end, it stops.
  const server = spawn(
    python,
    ['-c', program, join(folder, 'swift'), keys.key, keys.secret, keys.region],
    { ...user, cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const port = await portOf(server)
  return withBuckets(
    { origin: `http://127.0.0.1:${port}`, bucket: 'any', ...keys },
    `Object store: OpenStack Swift ${found}, started for this run on port ${port}.`,
    async () => {
      const exit = once(server, 'exit')
      server.stdin?.end()
      await exit
      await rm(folder, { recursive: true, force: true })
    },
  )
}

async function portOf(server: ChildProcess): Promise<number> {
  let complaint = ''
  server.stderr?.on('data', (chunk) => {
    complaint += chunk
  })
  if (server.stdout) {
    for await (const line of createInterface(server.stdout)) return Number(line)
  }
  throw new Error(`OpenStack Swift did not start:\n${complaint}`)
}

function withBuckets(address: S3Address, description: string, end: () => Promise<void>): RealStore {
  const { origin, region, key: accessKeyId, secret: secretAccessKey } = address
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const created: S3Address[] = []

  async function ask(method: string, bucket: string, body?: string) {
    const answer = await client.fetch(`${origin}/${bucket}`, { method, ...(body && { body }) })
    if (!answer.ok) throw new Error(`${method} of a bucket was refused: ${await answer.text()}`)
  }

  return {
    description,
    async createBucket() {
      const bucket = `quad-test-${crypto.randomUUID()}`
      const place = `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`
      await ask('PUT', bucket, region === 'us-east-1' ? undefined : place)
      created.push({ ...address, bucket })
      return { ...address, bucket }
    },
    async stop() {
      for (const one of created) {
        const objects = openBucket(one, shortPatience)
        for await (const page of objects.list('')) {
          for (const { key } of page) await objects.remove(key)
        }
        await ask('DELETE', one.bucket)
      }
      await end()
    },
  }
}

/** A Python that knows Swift, installing it where that can be done unasked. */
function findSwift(): { python: string; found: string } {
  const installed = pythonWithSwift()
  if (installed) return { python: installed, found: 'as found on this system' }
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('Installing OpenStack Swift for the tests …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const get = (...args: string[]) => execFileSync('apt-get', args, { env, stdio: 'ignore' })
    get('update', '-qq')
    // The library alone, which brings no service that would start by itself.
    get('install', '-y', '-qq', '--no-install-recommends', 'python3-swift')
    const python = pythonWithSwift()
    if (python) return { python, found: 'installed from Debian' }
  }
  throw new Error(
    'These tests need an object store that checks signatures: install OpenStack Swift (apt install python3-swift), or set TEST_S3_URL to a store whose key may create buckets.',
  )
}

function pythonWithSwift(): string | undefined {
  return ['/usr/bin/python3', 'python3'].find((python) => {
    try {
      execFileSync(python, ['-c', 'import swift.proxy.server'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}

/** Swift has no business with root's rights. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  const nobody = accounts.find((line) => line.startsWith('nobody:'))?.split(':')
  return nobody && { uid: Number(nobody[2]), gid: Number(nobody[3]) }
}
