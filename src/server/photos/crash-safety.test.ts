import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { childProcessIds } from '#tests/support/child-processes.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { findPhotoRows } from '#tests/support/photo-app.ts'
import { readConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openSqlite } from '../database/sqlite.ts'
import { openPhotoStore } from './open-photo-store.ts'
import { photoUrl } from './photo-name.ts'

const program = join(import.meta.dirname, '../../../tests/support/photo-upload-process.ts')

/**
 * Kills the process while it saves photos. Returns the URLs of the photos that it had saved before. The process decodes
 * photos in children of its own.
 */
async function saveUntilKilled(
  { folder, studentId, s3Url }: { folder: string; studentId: number; s3Url: string },
  count: number,
): Promise<string[]> {
  const child = spawn(process.execPath, [program, folder, String(studentId), s3Url], {
    // On disk, it compares its clock with the times of files, which TEST_CLOCK does not move.
    env: { ...process.env, ...(!s3Url && { NODE_OPTIONS: '' }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const urls: string[] = []
  for await (const url of createInterface(child.stdout)) {
    urls.push(url)
    if (urls.length === 1) expect(childProcessIds(child.pid)).not.toEqual([])
    if (urls.length === count) child.kill('SIGKILL')
  }
  await closed
  return urls
}

it.each(['on disk', 'in an object store'])(
  'loses no saved photo when the process is killed, %s',
  async (where) => {
    const s3Url = where === 'on disk' ? '' : (await startFakeS3()).url
    const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const db = openSqlite(join(folder, 'quad.db'))
    onTestFinished(() => db.close())
    await migrate(db)
    const { id: studentId } = await insertTestUser(db)

    const saved: string[] = []
    for (const count of process.env.TEST_ALL ? [1, 4, 7, 12] : [1, 5])
      saved.push(...(await saveUntilKilled({ folder, studentId, s3Url }, count)))
    expect(saved.length).toBeGreaterThanOrEqual(6)

    const rows = await findPhotoRows(db)
    expect(rows.map(({ name }) => photoUrl(name))).toEqual(expect.arrayContaining(saved))
    const store = await openPhotoStore(readConfig({ DATA_DIR: folder, S3_URL: s3Url }))
    for (const { name } of rows) {
      for (const [variant, width] of [
        [320, 320],
        [640, 400],
      ] as const) {
        const file = await store.get(name, variant)
        expect((await sharp(file).stats()).isOpaque).toBe(true)
        expect((await sharp(file).metadata()).width).toBe(width)
      }
    }
  },
  60_000,
)
