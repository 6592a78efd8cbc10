import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { startSmallS3 } from '#tests/support/object-store/small-s3.ts'

const script = join(import.meta.dirname, '../../scripts/move-photos.ts')

function move(args: string[], settings: Record<string, string>) {
  return new Promise<{ code: number; text: string }>((done) => {
    execFile(process.execPath, [script, ...args], { env: settings }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    )
  })
}

async function openFolder() {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
  const disk = await openDiskStore(join(DATA_DIR, 'uploads'))
  await disk.put('0'.repeat(32), [{ width: 320, bytes: Buffer.from('photo') }])
  return { DATA_DIR }
}

describe('npm run photos:move', () => {
  it('copies, says what it did and how to go on, and deletes nothing', async () => {
    const s3 = await startSmallS3()
    const folder = await openFolder()
    const { code, text } = await move(['to-store'], { ...folder, S3_URL: s3.url })
    expect(code).toBe(0)
    expect(text).toBe(
      `Copied 1 photo (0.0 MB) to the bucket photos, each checked; 0 there already.\nNothing was deleted. Start Quad with S3_URL, run this once more for photos that came meanwhile, and then delete ${folder.DATA_DIR}/uploads.\n`,
    )
    expect([...s3.objects.keys()]).toEqual([`uploads/${'0'.repeat(32)}-320.webp`])
    const again = await move(['to-store'], { ...folder, S3_URL: s3.url })
    expect(again.text).toContain('Copied 0 photos (0.0 MB)')
  })

  it('ends with a sentence when it is not told enough', async () => {
    const [aimless, placeless] = await Promise.all([move([], {}), move(['to-disk'], {})])
    expect(aimless).toEqual({
      code: 1,
      text: 'Say which way: npm run photos:move -- to-store, or npm run photos:move -- to-disk\n',
    })
    expect(placeless).toEqual({
      code: 1,
      text: 'Set S3_URL to the store, as .env.example shows it.\n',
    })
  })

  it('ends with a sentence when the store cannot be reached', async () => {
    const s3 = await startSmallS3()
    s3.trouble({ kind: 'down' })
    const { code, text } = await move(['to-store'], { ...(await openFolder()), S3_URL: s3.url })
    expect(code).toBe(1)
    expect(text).toMatch(/^The photo store at http:\S+ cannot be reached \(.+\)\..*\n$/)
  })
})
