import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createServer } from '../http/create-server.ts'
import { createOwnOriginCheck } from '../http/own-origin.ts'
import { createPhotoAddressParser } from './photo-address.ts'
import { computePhotoName } from './photo-name.ts'

const uploadName = '0123456789abcdef0123456789abcdef'
const path = `/uploads/${uploadName}.webp`
const local = { PORT: '3000' }
const published = { APP_URL: 'https://quad.example' }
const withCdn = { ...published, PHOTO_URL: 'https://cdn.example/q' }

function parse(settings: Record<string, string>, url: string) {
  const config = readConfig({ ...settings, LOG_LEVEL: 'silent' })
  return createPhotoAddressParser(config, createOwnOriginCheck(createServer(config), config))(url)
}

describe('the address of a photo', () => {
  it.each([
    [local, path],
    [local, `/api${path}`],
    [local, path.replace('.webp', '-640.webp')],
    [local, `http://localhost:3000${path}`],
    [local, `http://127.0.0.1:3000/api${path}`],
    [local, `http://[::1]:3000${path}`],
    [local, `http://2130706433:3000${path}`],
    [published, `https://quad.example${path}`],
    [published, `HTTPS://QUAD.example:443/api${path}`],
    [published, `http://quad.example${path}`],
    [withCdn, `https://cdn.example/q${path.replace('.webp', '-1280.webp')}`],
  ])('is an upload with %o: %s', (settings, url) => {
    expect(parse(settings, url)).toEqual({ uploadName })
  })

  it.each([
    [local, 'http://localhost:3000/api/auth/logout'],
    [local, 'http://LOCALHOST:3000/api/auth/logout'],
    [local, 'http://localhost.:3000/api/auth/logout'],
    [local, 'http://someone@localhost:3000/api/auth/logout'],
    [local, `http://someone:secret@localhost:3000${path}`],
    [local, 'http://%6cocalhost:3000/%61pi/auth/logout'],
    [local, 'http://127.1:3000/api/auth/logout'],
    [local, 'http://[0:0:0:0:0:0:0:1]:3000/api/auth/logout'],
    [local, 'https://localhost:3000/a.jpg'],
    [{ PORT: '80' }, 'http://localhost:80/a.jpg'],
    [published, 'https://quad.example/api/auth/logout'],
    [published, 'https://quad.example:443/api/auth/logout'],
    [published, 'http://quad.example/api/auth/logout'],
    [published, 'https://quad.example./api/auth/logout'],
    [published, 'https:quad.example/api/auth/logout'],
    [published, 'https:\\\\quad.example\\api\\auth\\logout'],
    [published, `https://quad.example/uploads/../api/auth/logout`],
    [published, `https://quad.example/uploads/%2e%2e/api/auth/logout`],
    [published, `https://quad.example${path}?x=1`],
    [published, `https://quad.example${path}#x`],
    [published, `https://quad.example/x${path}`],
    [published, 'https://quad.example'],
    [withCdn, 'https://cdn.example/q/other.jpg'],
    [local, '/api/auth/logout'],
    [local, `/uploads/../api/auth/logout`],
    [local, `//localhost:3000${path}`],
    [local, '/\\localhost:3000/api/auth/logout'],
    [local, '//example.com/a.jpg'],
    [local, 'javascript:alert(1)'],
    [local, 'data:image/png;base64,AAAA'],
    [local, 'ftp://example.com/a.jpg'],
    [local, 'https://'],
    [local, ''],
  ])('is refused with %o: %s', (settings, url) => {
    expect(parse(settings, url)).toBeUndefined()
  })

  it.each([
    [local, 'https://example.com/a.jpg'],
    [local, 'http://localhost:4000/a.jpg'],
    [local, `https://example.com${path}`],
    [published, 'http://localhost:3000/a.jpg'],
    [published, 'https://quad.example.evil.example/a.jpg'],
    [published, 'https://quad.example@evil.example/a.jpg'],
    [withCdn, 'https://cdn.example/other/a.jpg'],
  ])('is external with %o: %s', (settings, url) => {
    expect(parse(settings, url)).toEqual({ externalUrl: url })
  })
})

it.each([0, 1, 256 * 1024, 700_001])(
  'the name of %i bytes is a hash of the uploader and the content, also when it is hashed in parts',
  async (length) => {
    const bytes = Buffer.alloc(length, 'photo')
    const name = hash('sha256', `7 ${hash('sha256', bytes)}`).slice(0, 32)
    expect(await computePhotoName(bytes, 7)).toBe(name)
  },
)
