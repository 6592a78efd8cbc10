import { beforeEach, describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { campus, setCampus } from '#campus/campus.ts'
import { campusSchema, sentCampusSchema } from '#campus/campus-schema.ts'
import { changeCampus, keepCampusAfterTest } from '#tests/support/campus.ts'
import { fourColorImage } from '#tests/support/photo-files.ts'
import { errorPage } from '../http/error-page.ts'
import {
  currentLogo,
  findReplacement,
  keepLogo,
  look,
  readPictureSize,
  withLogoAddress,
} from './look.ts'

beforeEach(() => {
  keepCampusAfterTest()
  setCampus(builtInCampus)
})

const toDataUrl = (bytes: Buffer, type = 'webp') =>
  `data:image/${type};base64,${bytes.toString('base64')}`

describe('the schema of a logo', () => {
  const problemOf = (
    logo: unknown,
    schema: typeof campusSchema | typeof sentCampusSchema = campusSchema,
  ) =>
    schema
      .safeParse({ ...builtInCampus, logo })
      .error?.issues.map(({ path, message }) => [path.join('.'), message])

  it('takes pictures of up to 100 KB, and addresses only where no picture is stored', () => {
    const { logo: _, ...older } = builtInCampus
    expect(campusSchema.parse(older).logo).toBeNull()
    expect(problemOf(toDataUrl(Buffer.alloc(100 * 1024)))).toBeUndefined()
    expect(problemOf(toDataUrl(Buffer.alloc(100), 'png'))).toBeUndefined()
    expect(problemOf(toDataUrl(Buffer.alloc(101 * 1024)))).toEqual([
      ['logo', 'Must be at most 100 KB'],
    ])
    const wrong = [['logo', expect.stringContaining('Must be a picture as a data URL')]]
    expect(problemOf('https://evil.example/logo.png')).toEqual(wrong)
    expect(problemOf(toDataUrl(Buffer.from('<svg/>'), 'svg+xml'))).toEqual(wrong)
    expect(problemOf('data:image/png;base64,"><script>')).toEqual(wrong)
    const address = '/brand/0123456789abcdef/logo-512x100.webp'
    expect(problemOf(address)).toEqual(wrong)
    expect(problemOf(address, sentCampusSchema)).toBeUndefined()
    expect(problemOf('/brand/../logo-1x1.webp', sentCampusSchema)).toHaveLength(1)
  })
})

describe('the logo of a process', () => {
  it('is an address with the size of the picture', async () => {
    const image = fourColorImage(90, 40)
    const files = [
      await image.clone().webp({ lossless: true }).toBuffer(),
      await image.clone().webp().toBuffer(),
      await image.clone().ensureAlpha(0.5).webp().toBuffer(),
      await image.clone().png().toBuffer(),
    ]
    expect(files.map((file) => file.toString('latin1', 12, 16))).toEqual([
      ...['VP8L', 'VP8 ', 'VP8X', 'IHDR'],
    ])
    for (const file of files) expect(readPictureSize(file)).toEqual({ width: 90, height: 40 })
    const [file = Buffer.alloc(0)] = files
    const stored = { ...builtInCampus, logo: toDataUrl(file) }
    const kept = keepLogo(stored)
    expect(kept.logo).toMatch(/^\/brand\/[0-9a-f]{16}\/logo-90x40\.webp$/)
    expect(withLogoAddress(stored)).toEqual(kept)
    expect(withLogoAddress(kept)).toBe(kept)
    setCampus(kept)
    expect(currentLogo()?.equals(file)).toBe(true)
    expect(campus.hasOwnMark).toBe(false)
  })
})

describe('the look', () => {
  it('is that of the files for the built-in campus', () => {
    const { files, iconTag, styleTag, styleSource } = look()
    expect(files).toMatchObject({ icon: '/favicon.svg', maskable: '/icon-512.png' })
    expect(iconTag).toBe('<link rel="icon" href="/favicon.svg" type="image/svg+xml">')
    expect([styleTag, styleSource]).toEqual(['', ''])
    expect(findReplacement('/favicon.ico')).toBeUndefined()
    expect(errorPage('Oops.', '1')).toContain('<img src="/favicon.svg" alt="" width="48"')
    expect(errorPage('Oops.', '1')).not.toContain('class="plain"')
    expect(errorPage('Oops.', '1')).not.toContain('Try again')
    expect(errorPage('Oops.', '1', { canRetry: true })).toContain('<a href=""')
  })

  it('has icons of its own for another brand, which replace those with the mark', () => {
    changeCampus({ brand: 'élan' })
    const { files, iconTag } = look()
    expect(files.icon).toMatch(/^\/brand\/[0-9a-f]{16}\/icon-64\.png$/)
    expect(iconTag).toContain('type="image/png"')
    expect(findReplacement('/favicon.ico')).toBe(files.icon)
    expect(findReplacement('/og.png')).toBe(files.preview)
    expect(findReplacement('/no-script.css')).toBeUndefined()
    expect(errorPage('Oops.', '1')).toContain('>É</div>')
    changeCampus({ brand: 'Eben' })
    expect(look().files.icon).not.toBe(files.icon)
  })

  it('has the accent in error pages, with a hash for the policy', () => {
    changeCampus({ accent: '#0A0A12' })
    const { styleTag, styleSource, colors } = look()
    expect(styleTag).toContain(`--color-gold:${colors.light.gold};`)
    expect(styleSource).toMatch(/^'sha256-[\w+/]{43}='$/)
    const page = errorPage('Oops.', '1')
    expect(page).toContain(styleTag)
    expect(page).toContain('<body class="plain" style=')
  })
})
