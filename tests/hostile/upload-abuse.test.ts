import { relative } from 'node:path'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { listFiles } from '#tests/support/photo-app.ts'
import {
  appendText,
  fourColorImage,
  noiseImage,
  pngBomb,
  svg,
  withJpegComment,
} from '#tests/support/photo-files.ts'

const script = '<script>alert(document.cookie)</script>'
const jpeg = await fourColorImage(700, 400).jpeg().toBuffer()
const png = await fourColorImage().png().toBuffer()
const gif = await fourColorImage().gif().toBuffer()

/** Valid images that are also valid files of another kind. */
const polyglots: [name: string, bytes: Buffer][] = [
  ['a PNG followed by HTML', appendText(png, `<html>${script}`)],
  ['a PNG with HTML in its metadata', await withPngComment(`<html>${script}`)],
  ['a GIF followed by a script', appendText(gif, `*/=1;${script}`)],
  ['a GIF with a script as comment', withGifComment(gif, `/*${script}*/`)],
  ['a JPEG with a PDF as comment', withJpegComment(jpeg, `%PDF-1.7\n${script}`)],
  ['a JPEG followed by an archive', appendText(jpeg, `PK\x03\x04${script}`)],
]

const invalid: [name: string, bytes: Buffer, status: number][] = [
  ['a PDF with a JPEG in it', Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg]), 415],
  ['an SVG named .png', svg, 415],
  ['HTML named .png', Buffer.from(`<!doctype html>${script}`), 415],
  ['a script that begins like a GIF', Buffer.from(`GIF89a=1;/*${script}*/`), 400],
  ['a truncated JPEG', jpeg.subarray(0, jpeg.length - 40), 400],
  ['one row of pixels too many', pngBomb(8_000, 5_001), 413],
  ['196 megapixels', pngBomb(14_000, 14_000), 413],
]

const fileNames = [
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

/** Encodes the form by hand, because FormData would escape the file names. */
function encodeForm(bytes: Buffer, name: string, type = 'image/png') {
  const head = `--b\r\nContent-Disposition: form-data; name="image"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
  }
}

async function buildUploadApp(engine: Engine) {
  const testApp = await buildTestAppWithUsers(engine)
  const cookie = testApp.ada.cookie()
  const upload = (...file: Parameters<typeof encodeForm>) => {
    const { headers, payload } = encodeForm(...file)
    return testApp.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { ...headers, cookie },
      payload,
    })
  }
  return { ...testApp, upload }
}

describe.each(anyEngine)('malicious upload on %s', (engine) => {
  it('is served as a WebP image without its payload', async () => {
    const { app, ada, upload } = await buildUploadApp(engine)
    const headers = { cookie: ada.cookie() }
    for (const [name, bytes] of polyglots) {
      const response = await upload(bytes, 'page.html', 'text/html')
      expect(response.statusCode, name).toBe(201)
      const { url } = response.json()
      for (const variant of [url, url.replace('.webp', '-320.webp')]) {
        const photo = await app.inject({ url: `/api${variant}`, headers })
        expect(photo.headers).toMatchObject({
          'content-type': 'image/webp',
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining("script-src 'self';"),
        })
        expect(photo.rawPayload.includes('script'), name).toBe(false)
        expect((await sharp(photo.rawPayload).metadata()).format).toBe('webp')
      }
    }
  })

  it('is rejected when it is not a photo, and leaves no row or file', async () => {
    const { upload, db, dataDir } = await buildUploadApp(engine)
    for (const [name, bytes, status] of invalid) {
      const response = await upload(bytes, 'a.png')
      expect([name, response.statusCode]).toEqual([name, status])
    }
    expect(await db.all(sql`SELECT name FROM photos`)).toEqual([])
    expect(await listStoredFiles(dataDir)).toEqual([])
  })

  it('is stored under a generated name, whatever its file name', async () => {
    const { upload, dataDir } = await buildUploadApp(engine)
    for (const [index, name] of fileNames.entries()) {
      const photo = await (await noiseImage(40, 30, index + 1)).png().toBuffer()
      const response = await upload(photo, name)
      expect([name, response.statusCode]).toEqual([name, 201])
      expect(response.json().url).toMatch(/^\/uploads\/[0-9a-f]{32}\.webp$/)
    }
    const stored = await listStoredFiles(dataDir)
    expect(stored).toHaveLength(fileNames.length)
    for (const file of stored) expect(file).toMatch(/^uploads\/[0-9a-f/]+\/\d+\.webp$/)
  })
})

async function listStoredFiles(dataDir: string): Promise<string[]> {
  return (await listFiles(dataDir)).map((file) => relative(dataDir, file).replaceAll('\\', '/'))
}

async function withPngComment(text: string): Promise<Buffer> {
  return fourColorImage().withMetadata().withXmp(`<x>${text}</x>`).png().toBuffer()
}

/** Inserts a comment block before the trailer. */
function withGifComment(file: Buffer, text: string): Buffer {
  const comment = Buffer.concat([
    Buffer.from([0x21, 0xfe, text.length]),
    Buffer.from(text),
    Buffer.from([0]),
  ])
  return Buffer.concat([file.subarray(0, -1), comment, file.subarray(-1)])
}
