import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createBackupPath } from '#tests/support/backup-site.ts'
import { startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { dayMs, hourMs } from '../durations.ts'
import { StartupError } from '../errors.ts'
import { checkBackupBucket, openBackupBucket } from './backup-bucket.ts'

const now = Date.now()
const megabyte = 1024 * 1024

async function openBucket() {
  const s3 = await startFakeS3({ bucket: 'backups' })
  const bucket = openBackupBucket(s3.config)
  onTestFinished(() => bucket.close())
  const put = (name: string, modifiedAt: number) =>
    s3.objects.set(name, {
      bytes: Buffer.from(name),
      headers: {},
      modifiedAt: new Date(modifiedAt),
    })
  return { s3, bucket, put }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('the bucket for backups', () => {
  const name = 'quad-2026-11-18-0430-full.tar'

  it('uploads in parts while the backup is written, and downloads in parts', async () => {
    const { s3, bucket } = await openBucket()
    const chunk = Buffer.from(Array.from({ length: megabyte }, (_, index) => (index * 7) % 251))
    const sent = () => s3.requests.filter((request) => request.startsWith('PUT')).length
    const sentAfter: number[] = []
    await bucket.into(name)(async (file) => {
      for (let index = 0; index < 20; index++) {
        expect(await file.write(Buffer.concat([Buffer.from([index]), chunk]), 1)).toEqual({
          bytesWritten: megabyte,
        })
        sentAfter.push(sent())
      }
      expect(s3.objects.size).toBe(0)
    })
    // Six megabytes are in memory at most.
    expect(sentAfter).toEqual([0, 1, 2, 3].flatMap((parts) => Array(6).fill(parts)).slice(1, 21))
    expect(sent()).toBe(4)
    const whole = Buffer.concat(Array(20).fill(chunk))
    expect(hashOf(s3.objects.get(name)?.bytes ?? Buffer.alloc(0))).toBe(hashOf(whole))
    expect(await bucket.find(name)).toMatchObject({ name, bytes: whole.length })
    expect(await bucket.list()).toMatchObject([{ name, bytes: whole.length }])

    const path = await createBackupPath()
    s3.injectFault(
      { kind: 'truncates' },
      { times: 1, when: (request) => request === `GET ${name}` },
    )
    await bucket.download(name, path)
    expect(hashOf(await readFile(path))).toBe(hashOf(whole))
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await expect(bucket.download('quad-2026-11-19.tar', `${path}.2`)).rejects.toThrow(
      `There is no backup quad-2026-11-19.tar in the bucket backups. It has: ${name}.`,
    )
  })

  it('leaves nothing of a backup that fails', async () => {
    const { s3, bucket } = await openBucket()
    const writing = bucket.into(name)(async (file) => {
      await file.write(Buffer.alloc(9 * megabyte), 0)
      expect(s3.uploads.size).toBe(1)
      throw new Error('cut off')
    })
    await expect(writing).rejects.toThrow('cut off')
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
    expect(await bucket.find(name)).toBeUndefined()
  })

  it('deletes old backups and the parts of a killed upload, and nothing else', async () => {
    const { s3, bucket, put } = await openBucket()
    const days = ['09', '10', '11', '12', '13', '14', '15', '16', '17']
    for (const day of days) {
      put(`quad-2026-11-${day}.tar`, now)
      put(`quad-2026-11-${day}-0430-full.tar`, now)
    }
    // A weekly backup would otherwise stay for seven weeks.
    put('quad-2026-11-17-0430-full.tar', now - 31 * dayMs)
    for (const other of ['quad-notes.tar', 'uploads.tar', 'quad-2026-11-01.tar.old']) put(other, 0)
    const upload = { key: name, parts: new Map() }
    s3.uploads.set('stale', { ...upload, startedAt: new Date(now - 2 * dayMs) })
    s3.uploads.set('running', { ...upload, startedAt: new Date(now - hourMs) })
    s3.uploads.set('other', { ...upload, key: 'quad-x', startedAt: new Date(0) })
    await bucket.deleteOld(now)
    const [, , ...kept] = days
    expect([...s3.objects.keys()].sort()).toEqual(
      [
        ...kept.map((day) => `quad-2026-11-${day}.tar`),
        ...kept.slice(0, -1).map((day) => `quad-2026-11-${day}-0430-full.tar`),
        ...['quad-2026-11-01.tar.old', 'quad-notes.tar', 'uploads.tar'],
      ].sort(),
    )
    expect([...s3.uploads.keys()]).toEqual(['running', 'other'])
  })
})

describe('a start with BACKUP_S3_URL', () => {
  const check = async (
    config = {},
    prepare: (s3: Awaited<ReturnType<typeof openBucket>>) => void = () => {},
  ) => {
    const opened = await openBucket()
    prepare(opened)
    const warnings: string[] = []
    const warn = (line: string) => void warnings.push(line)
    const error = await checkBackupBucket({ ...opened.s3.config, ...config }, warn).catch(
      (thrown) => thrown,
    )
    return { error, warnings, origin: opened.s3.config.origin }
  }

  it('asks the bucket, and goes on while it cannot be reached', async () => {
    expect(await check()).toMatchObject({ error: undefined, warnings: [] })
    const down = await check({}, ({ s3 }) => s3.injectFault({ kind: 'down' }))
    expect(down.error).toBeUndefined()
    expect(down.warnings).toEqual([
      expect.stringMatching(
        /^The backup store at http:\S+ cannot be reached \(.+\)\. Backups fail until it can\.$/,
      ),
    ])
  })

  it('stops with a sentence if a setting is wrong', async () => {
    const { error, origin } = await check({ secret: 'hunter2' })
    expect(error).toBeInstanceOf(StartupError)
    expect(error.message).toBe(
      `BACKUP_S3_URL does not work with the backup store at ${origin}: the key or the secret is wrong.`,
    )
  })

  it('refuses a bucket with photos, which another address of the photo store leads to', async () => {
    const { error } = await check({}, ({ put }) => put('uploads/0123-320.webp', now))
    expect(error).toBeInstanceOf(StartupError)
    expect(error.message).toBe(
      'The bucket "backups" of BACKUP_S3_URL holds photos, which may be public. Name a bucket for backups alone.',
    )
  })
})
