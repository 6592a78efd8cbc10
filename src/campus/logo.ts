/** The most bytes of a stored logo. */
export const maxLogoBytes = 100 * 1024

/** The address that a logo is served at. It has the size of the picture, so that pages leave room for it. */
export const logoAddressPattern = /^\/brand\/([0-9a-f]{16})\/logo-(\d{1,3})x(\d{1,3})\.webp$/

export interface LogoSize {
  width: number
  height: number
}

/** Returns the size in which a logo fits into the box. It is undefined for a picture that has no address yet. */
export function fitLogo(address: string | null, box: LogoSize): LogoSize | undefined {
  const [, , width, height] = logoAddressPattern.exec(address ?? '') ?? []
  if (!width || !height) return undefined
  const scale = Math.min(box.width / Number(width), box.height / Number(height))
  const scaled = (side: string) => Math.max(1, Math.round(Number(side) * scale))
  return { width: scaled(width), height: scaled(height) }
}
