import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { accentColors, accentStyles } from '#campus/accent.ts'
import { campus, perCampus } from '#campus/campus.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import { fitLogo } from '#campus/logo.ts'
import { escapeHtml } from '../escape-html.ts'

/** The pictures of the newest settings, by the hash in their address. Several apps may share a process in tests. */
const logos = new LRUCache<string, Buffer>({ max: 10 })

const hashed = (text: string | Buffer) => hash('sha256', text).slice(0, 16)

const decodeDataUrl = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')

const addressOf = (bytes: Buffer) => {
  const { width, height } = readPictureSize(bytes)
  return `/brand/${hashed(bytes)}/logo-${width}x${height}.webp`
}

/** Replaces a picture by the address that it is served at. Settings that have the address already stay as they are. */
export function withLogoAddress(settings: CampusSettings): CampusSettings {
  const { logo } = settings
  return logo?.startsWith('data:')
    ? { ...settings, logo: addressOf(decodeDataUrl(logo)) }
    : settings
}

/** Keeps the picture of stored settings for its route. Returns the settings as the campus of this process has them. */
export function keepLogo(settings: CampusSettings): CampusSettings {
  const { logo } = settings
  if (!logo?.startsWith('data:')) return settings
  const bytes = decodeDataUrl(logo)
  logos.set(hashed(bytes), bytes)
  return withLogoAddress(settings)
}

const hashInAddress = (address: string) => address.split('/')[2] ?? ''

/** Returns the bytes of the current logo. */
export const currentLogo = (): Buffer | undefined =>
  campus.logo === null ? undefined : logos.get(hashInAddress(campus.logo))

/** Reads the size in the header of a WebP or PNG. */
export function readPictureSize(bytes: Buffer): { width: number; height: number } {
  if (bytes.length < 30) return { width: 1, height: 1 }
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'IHDR') return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (kind === 'VP8X') {
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  }
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}

/** A page without a stylesheet has a bar in the accent. */
const plainStyles =
  '.plain{border-top:8px solid var(--color-gold)}.plain a{color:var(--color-link)!important}'

/** The files of `/brand/`, which are drawn from the logo or from the first letter of the brand. */
const drawnFiles = {
  icon: 'icon-64.png',
  touchIcon: 'icon-180.png',
  icon192: 'icon-192.png',
  icon512: 'icon-512.png',
  maskable: 'maskable-512.png',
  preview: 'preview.png',
}

/** The files that show the mark of the built-in campus. */
const ownFiles: typeof drawnFiles = {
  icon: '/favicon.svg',
  touchIcon: '/icon-180.png',
  icon192: '/icon-192.png',
  icon512: '/icon-512.png',
  maskable: '/icon-512.png',
  preview: '/og.png',
}

/** The look of the campus, for everything that the server writes: pages, emails, errors, icons. */
export const look = perCampus(({ accent, logo, initial, hasOwnMark }) => {
  const colors = accentColors(accent)
  const { gold: fill, 'on-gold': text } = colors.light
  const key = hashed(JSON.stringify([logo, fill, text, initial]))
  const files = hasOwnMark
    ? ownFiles
    : (Object.fromEntries(
        Object.entries(drawnFiles).map(([name, file]) => [name, `/brand/${key}/${file}`]),
      ) as typeof drawnFiles)
  /** Styles for the head of a page. They are empty without an accent. */
  const styles = accent === null ? '' : accentStyles(accent) + plainStyles
  return {
    colors,
    /** The hash in the addresses of drawn files. */
    key,
    files,
    iconTag: `<link rel="icon" href="${files.icon}" type="${hasOwnMark ? 'image/svg+xml' : 'image/png'}">`,
    styles,
    styleTag: styles && `<style>${styles}</style>\n`,
    /** What allows the style element in the Content-Security-Policy. */
    styleSource: styles && `'sha256-${hash('sha256', styles, 'base64')}'`,
    drawing: { fill, text, initial },
  }
})

/** The box of the logo on pages without a stylesheet. */
const markBox = { width: 240, height: 48 }

/** Returns the logo, the mark or the first letter of the brand as HTML without classes. `src` replaces its address. */
export function brandMark(src = campus.logo ?? look().files.icon): string {
  const { logo, hasOwnMark, initial } = campus
  const { fill, text } = look().drawing
  if (!logo && !hasOwnMark) {
    return `<div aria-hidden="true" style="display:grid;place-items:center;width:48px;height:48px;border-radius:12px;background:var(--color-gold,${fill});color:var(--color-on-gold,${text});font-size:28px;font-weight:700">${escapeHtml(initial)}</div>`
  }
  const { width, height } = fitLogo(logo, markBox) ?? { width: 48, height: 48 }
  return `<img src="${src}" alt="" width="${width}" height="${height}">`
}

/** Returns the address of the logo for emails. Outlook shows no WebP. */
export const logoMailAddress = (): string => `/brand/${look().key}/logo.png`

/** Makes the addresses of brand files in an email absolute. */
export const withSiteAddress = (html: string, appUrl: string): string =>
  html.replaceAll('src="/brand/', `src="${appUrl}/brand/`)

/** Returns the file that replaces one with the mark of the built-in campus, for another brand. */
export function findReplacement(path: string): string | undefined {
  if (campus.hasOwnMark) return undefined
  const { files } = look()
  if (path === '/favicon.ico') return files.icon
  const name = (Object.keys(ownFiles) as (keyof typeof ownFiles)[]).find(
    (each) => ownFiles[each] === path,
  )
  return name && files[name]
}
