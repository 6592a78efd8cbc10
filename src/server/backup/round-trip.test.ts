import { describe, expect, it } from 'vitest'
import {
  backupPath,
  fillSite,
  openSite,
  type Site,
  whatVisitorsSee,
} from '#tests/support/backup-site.ts'
import { ada, browser } from '#tests/support/browser.ts'
import { engines } from '#tests/support/databases.ts'
import { postings } from '#tests/support/market.ts'
import { checkBackup } from './check-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const ways = engines.flatMap((from) => engines.map((to) => ({ from, to })))

async function keep(site: Site) {
  const path = await backupPath()
  const totals = await writeBackup({ ...site, path, now: site.clock.now })
  return { path, totals, backup: await checkBackup(path) }
}

describe.each(ways)('a site moved from $from to $to', { timeout: 60_000 }, ({ from, to }) => {
  it('is the same site', async () => {
    const old = await openSite(from)
    const { lastId } = await fillSite(old)
    const { backup } = await keep(old)

    const moved = await openSite(to)
    await moved.visitor.get('/api/misc?limit=100')
    const { photosMissing } = await restoreBackup({ ...moved, backup, overwrite: true })

    expect(photosMissing).toBe(0)
    const seen = await whatVisitorsSee(moved)
    expect(seen).toEqual(await whatVisitorsSee(old))
    expect(new Set(Object.values(seen).map(({ status }) => status))).toEqual(new Set([200]))
    expect(Object.keys(seen).length).toBeGreaterThan(30)
    // Whoever was signed in on either site is not any more.
    expect((await moved.ada.get('/api/auth/me')).body).toEqual({ error: 'Not signed in' })
    const page = browser(moved.app)
    expect(await page.logIn(ada)).toMatchObject({ status: 200, body: { id: 1 } })
    const posted = await page.post('/api/misc', postings.misc)
    expect((posted.body as { id: number }).id).toBe(lastId + 1)
    expect((await page.get('/api/misc?q=lamp&limit=1')).body).toMatchObject({ total: 3 })
  })
})
