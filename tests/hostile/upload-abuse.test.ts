import { relative } from 'node:path'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type Engine, engines } from '#tests/support/databases.ts'
import { openMarket } from '#tests/support/market.ts'
import { filesIn } from '#tests/support/photo-app.ts'
import {
  grain,
  pngBomb,
  quarters,
  svg,
  withJpegComment,
  withTail,
} from '#tests/support/photo-files.ts'

const script = '<script>alert(document.cookie)</script>'
const jpeg = await quarters(700, 400).jpeg().toBuffer()
const png = await quarters().png().toBuffer()
const gif = await quarters().gif().toBuffer()

/** Photos that are something else as well. */
const polyglots: [what: string, bytes: Buffer][] = [
  ['a PNG with a page behind it', withTail(png, `<html>${script}`)],
  ['a PNG with a page in its comment', await withPngComment(`<html>${script}`)],
  ['a GIF with a script behind it', withTail(gif, `*/=1;${script}`)],
  ['a GIF whose comment is a script', withGifComment(gif, `/*${script}*/`)],
  ['a JPEG with a PDF in its comment', withJpegComment(jpeg, `%PDF-1.7\n${script}`)],
  ['a JPEG with an archive behind it', withTail(jpeg, `PK\x03\x04${script}`)],
]

const refused: [what: string, bytes: Buffer, status: number][] = [
  ['a PDF with a JPEG in it', Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg]), 415],
  ['a drawing that calls itself PNG', svg, 415],
  ['a page that calls itself PNG', Buffer.from(`<!doctype html>${script}`), 415],
  ['a script that begins like a GIF', Buffer.from(`GIF89a=1;/*${script}*/`), 400],
  ['a JPEG of which the end is missing', jpeg.subarray(0, jpeg.length - 40), 400],
  ['one row of pixels too many', pngBomb(8_000, 5_001), 413],
  ['196 megapixels', pngBomb(14_000, 14_000), 413],
]

const names = [
  '../../escaped.html',
  '..\\..\\escaped.html',
  '/etc/passwd',
  'C:\\Windows\\win.ini',
  '%2e%2e%2fescaped.html',
  'a.jpg\0.html',
  'CON',
  '.htaccess',
  'index.php',
  '\u202egpj.exe',
  'x'.repeat(5_000),
  '',
]

/** Raw, because a proper form would write odd names differently. */
function form(bytes: Buffer, name: string, type = 'image/png') {
  const head = `--b\r\nContent-Disposition: form-data; name="image"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
  }
}

async function openUploads(engine: Engine) {
  const market = await openMarket(engine)
  const cookie = market.ada.cookie()
  const upload = (...sent: Parameters<typeof form>) => {
    const { headers, payload } = form(...sent)
    return market.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { ...headers, cookie },
      payload,
    })
  }
  return { ...market, upload }
}

describe.each(engines)('an upload meant to harm, on %s', (engine) => {
  it('is shown as a photo and nothing else', async () => {
    const { app, upload } = await openUploads(engine)
    for (const [what, bytes] of polyglots) {
      const answer = await upload(bytes, 'page.html', 'text/html')
      expect(answer.statusCode, what).toBe(201)
      const { url } = answer.json()
      for (const address of [url, url.replace('.webp', '-320.webp')]) {
        const shown = await app.inject(`/api${address}`)
        expect(shown.headers).toMatchObject({
          'content-type': 'image/webp',
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining("script-src 'self';"),
        })
        expect(shown.rawPayload.includes('script'), what).toBe(false)
        expect((await sharp(shown.rawPayload).metadata()).format).toBe('webp')
      }
    }
  })

  it('is refused when it is no photo, and leaves nothing', async () => {
    const { upload, db, dataDir } = await openUploads(engine)
    for (const [what, bytes, status] of refused) {
      const answer = await upload(bytes, 'a.png')
      expect([what, answer.statusCode]).toEqual([what, status])
    }
    expect(await db.all(sql`SELECT name FROM photos`)).toEqual([])
    expect(await photosIn(dataDir)).toEqual([])
  })

  it('is kept under a name of ours, whatever its own', async () => {
    const { upload, dataDir } = await openUploads(engine)
    for (const [index, name] of names.entries()) {
      const photo = await (await grain(40, 30, index + 1)).png().toBuffer()
      const answer = await upload(photo, name)
      expect([name, answer.statusCode]).toEqual([name, 201])
      expect(answer.json().url).toMatch(/^\/uploads\/[0-9a-f]{32}\.webp$/)
    }
    const kept = await photosIn(dataDir)
    expect(kept).toHaveLength(names.length)
    for (const file of kept) expect(file).toMatch(/^uploads\/[0-9a-f/]+\/\d+\.webp$/)
  })
})

async function photosIn(dataDir: string): Promise<string[]> {
  return (await filesIn(dataDir)).map((file) => relative(dataDir, file).replaceAll('\\', '/'))
}

/** A PNG whose text chunk holds a page. */
async function withPngComment(text: string): Promise<Buffer> {
  return quarters().withMetadata().withXmp(`<x>${text}</x>`).png().toBuffer()
}

/** The comment stands right before the end. */
function withGifComment(file: Buffer, text: string): Buffer {
  const comment = Buffer.concat([
    Buffer.from([0x21, 0xfe, text.length]),
    Buffer.from(text),
    Buffer.from([0]),
  ])
  return Buffer.concat([file.subarray(0, -1), comment, file.subarray(-1)])
}
