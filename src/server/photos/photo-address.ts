import type { Config } from '../config.ts'
import type { IsOwnOrigin } from '../http/own-origin.ts'
import { photoNameFromPath } from './photo-name.ts'

/**
 * A photo on this server, or a link to a photo on another server. The link is stored, but this server never loads the
 * photo.
 */
export type PhotoAddress = { uploadName: string } | { externalUrl: string }

/** Returns undefined for anything else, such as another address of this site or another scheme. */
export type ParsePhotoAddress = (url: string) => PhotoAddress | undefined

/** Reads the photo addresses that clients send, as WHATWG URLs, to recognize our own in any spelling. */
export function createPhotoAddressParser(
  { PHOTO_URL }: Pick<Config, 'PHOTO_URL'>,
  isOwnOrigin: IsOwnOrigin,
): ParsePhotoAddress {
  return (url) => {
    if (url.startsWith('/')) return toUpload(url)
    const parsed = URL.parse(url)
    if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') return undefined
    const { href, origin } = parsed
    if (PHOTO_URL && href.startsWith(`${PHOTO_URL}/`)) return toUpload(href.slice(PHOTO_URL.length))
    return isOwnHost(parsed, isOwnOrigin)
      ? toUpload(href.slice(origin.length))
      : { externalUrl: url }
  }
}

function toUpload(path: string): PhotoAddress | undefined {
  const uploadName = photoNameFromPath(path)
  return uploadName === undefined ? undefined : { uploadName }
}

/**
 * Returns true for our own hosts. It accepts both http and https, because one redirects to the other, and a dot after
 * the host.
 */
function isOwnHost({ host }: URL, isOwnOrigin: IsOwnOrigin): boolean {
  const name = host.replace(/\.(?=:|$)/, '')
  return ['http', 'https'].some((scheme) => isOwnOrigin(new URL(`${scheme}://${name}`).origin))
}
