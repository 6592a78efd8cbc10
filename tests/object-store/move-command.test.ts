import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { childEnvironment } from '../support/test-clock.ts'

const script = join(import.meta.dirname, '../../scripts/move-photos.ts')

function runMove(args: string[], env: Record<string, string>) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [script, ...args],
      { env: { ...childEnvironment(), ...env } },
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

async function createUploads() {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
  const disk = await openDiskStore(join(DATA_DIR, 'uploads'))
  await disk.put('0'.repeat(32), [{ width: 320, bytes: Buffer.from('photo') }])
  return { DATA_DIR }
}

describe('npm run photos:move', () => {
  it('copies, prints a summary and the next steps, and deletes nothing', async () => {
    const s3 = await startFakeS3()
    const settings = await createUploads()
    const { code, output } = await runMove(['to-store'], { ...settings, S3_URL: s3.url })
    expect(code).toBe(0)
    expect(output).toBe(
      `Copied 1 photo (0.0 MB) to the bucket photos, each checked; 0 there already.\nNothing was deleted. Start Quad with S3_URL, run this once more for photos that came meanwhile, and then delete ${settings.DATA_DIR}/uploads.\n`,
    )
    expect([...s3.objects.keys()]).toEqual([`uploads/${'0'.repeat(32)}-320.webp`])
    const again = await runMove(['to-store'], { ...settings, S3_URL: s3.url })
    expect(again.output).toContain('Copied 0 photos (0.0 MB)')
  })

  it('exits with a message if the direction or S3_URL is missing', async () => {
    const [withoutDirection, withoutUrl] = await Promise.all([
      runMove([], {}),
      runMove(['to-disk'], {}),
    ])
    expect(withoutDirection).toEqual({
      code: 1,
      output: 'Say which way: npm run photos:move -- to-store, or npm run photos:move -- to-disk\n',
    })
    expect(withoutUrl).toEqual({
      code: 1,
      output: 'Set S3_URL to the store, as .env.example shows it.\n',
    })
  })

  it('exits with a message if the store cannot be reached', async () => {
    const s3 = await startFakeS3()
    s3.injectFault({ kind: 'down' })
    const { code, output } = await runMove(['to-store'], {
      ...(await createUploads()),
      S3_URL: s3.url,
    })
    expect(code).toBe(1)
    expect(output).toMatch(/^The photo store at http:\S+ cannot be reached \(.+\)\..*\n$/)
  })
})
