import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { campus, setCampus } from '#campus/campus.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { changeCampus, keepCampusAfterTest } from '#tests/support/campus.ts'
import { fourColorImage } from '#tests/support/photo-files.ts'
import { keepLogo, look } from '../campus/look.ts'
import { makeLogoDataUrl } from './brand-files.ts'
import { keepDownPage } from './down-page.ts'

beforeEach(() => {
  keepCampusAfterTest()
  setCampus(builtInCampus)
})

const openApp = async () => {
  const { app } = await buildTestApp('sqlite', { CAMPUS_FILE: '' })
  return app
}

async function useLogo() {
  const logo = await makeLogoDataUrl(await fourColorImage(100, 40).png().toBuffer())
  setCampus(keepLogo({ ...builtInCampus, brand: 'Harbour', accent: '#1F6FB2', logo }))
  return logo
}

describe('brand files', () => {
  it('are the logo and its icons, kept for ever at the address of this look', async () => {
    const app = await openApp()
    const dataUrl = await useLogo()
    const logo = await app.inject(campus.logo ?? '')
    expect(logo.statusCode).toBe(200)
    expect(logo.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(logo.rawPayload.toString('base64')).toBe(dataUrl.split(',')[1])
    const { files, key } = look()
    for (const file of [...Object.values(files), `/brand/${key}/logo.png`]) {
      const response = await app.inject(file)
      expect(response.statusCode, file).toBe(200)
      expect(response.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect((await sharp(response.rawPayload).metadata()).format).toBe('png')
    }
    const { etag } = (await app.inject(files.icon)).headers
    const again = await app.inject({
      url: files.icon,
      headers: { 'if-none-match': String(etag) },
    })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
    const older = await app.inject(`/brand/${'0'.repeat(16)}/icon-64.png`)
    expect([older.statusCode, older.headers['cache-control']]).toEqual([200, 'no-cache'])
    for (const name of ['nothing.png', 'toString', 'logo.svg', '..%2Ficon-64.png']) {
      expect((await app.inject(`/brand/${key}/${name}`)).statusCode, name).toBe(404)
    }
  })

  it('do not exist for the built-in campus', async () => {
    const app = await openApp()
    expect((await app.inject(`/brand/${look().key}/icon-64.png`)).statusCode).toBe(404)
  })

  it('are on the page of the API, with the name, the colour and a policy that allows it', async () => {
    const app = await openApp()
    const before = await app.inject('/api/docs')
    expect(before.payload).toContain('<h1>Quad API</h1>')
    expect(before.payload).toContain('href="/favicon.svg"')
    expect(before.headers['content-security-policy']).toContain("style-src 'self';")
    await useLogo()
    const docs = await app.inject('/api/docs')
    expect(docs.payload).toContain('<h1>Harbour API</h1>')
    expect(docs.payload).toContain(`<img src="${campus.logo}" alt="" width="120" height="48">`)
    expect(docs.payload).not.toMatch(/favicon|Quad/)
    expect(docs.headers['content-security-policy']).toContain(
      `style-src 'self' ${look().styleSource};`,
    )
    expect(docs.payload).toContain(look().styleTag)
    const styles = await app.inject('/api/docs/style.css')
    expect(styles.payload).toContain(':root { --link: var(--color-link) }')
    expect((await app.inject('/api/openapi.json')).json()).toMatchObject({
      info: { title: 'Harbour API', contact: { name: 'Harbour' } },
    })
  })
})

describe('the page for downtime', () => {
  async function writePage() {
    const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'pages/down.html')
    const warn = vi.fn()
    const write = async () => {
      await keepDownPage({ DOWN_PAGE: path }, { warn })
      return readFile(path, 'utf8')
    }
    return { folder, path, warn, write }
  }

  it('has the name, the colours and the logo, and fetches nothing', async () => {
    const { path, write, warn } = await writePage()
    const own = await write()
    expect(own).toContain('Quad is busy right now. Please try again in a moment.')
    expect(own).toContain('<img src="data:image/svg+xml;base64,')
    const logo = await useLogo()
    const page = await write()
    expect(page).toContain('Harbour is busy right now.')
    expect(page).toContain(`<img src="${logo}"`)
    expect(page).toContain('--color-gold:#1f6fb2')
    expect(page).not.toMatch(/(?:src|href)="(?!data:)/)
    changeCampus({ logo: null })
    expect(await write()).toContain('>H</div>')
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('644')
    expect(await readdir(join(path, '..'))).toEqual(['down.html'])
    expect(warn).not.toHaveBeenCalled()
  })

  it('is a warning if it cannot be written', async () => {
    const { folder, warn } = await writePage()
    await keepDownPage({ DOWN_PAGE: folder }, { warn })
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(folder))
  })
})
