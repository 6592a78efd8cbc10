/*
 * What can be read without a network. The worker has no code of pages, so the addresses are written here again; a test compares
 * them with those of the contract.
 */

export const favouritesPath = '/api/favourites'
export const sessionPath = '/api/auth/me'

const keptPaths = [
  sessionPath,
  favouritesPath,
  '/api/saved-searches',
  '/api/users/me',
  '/api/threads',
  /^\/api\/threads\/\d+\/messages$/,
]

const photoPath = /^(\/api\/uploads\/[0-9a-f]{32})(?:-\d{1,4})?\.webp$/

/** Returns whether a response is kept whenever a page asks for it. Later pages of a list are not. */
export const isKeptPath = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): boolean =>
  search === '' &&
  keptPaths.some((kept) => (typeof kept === 'string' ? kept === pathname : kept.test(pathname)))

/** Returns the address under which a photo is kept. All its widths are kept as one. */
export const keptPhotoPath = (pathname: string): string | undefined => {
  const [, stem] = photoPath.exec(pathname) ?? []
  return stem && `${stem}.webp`
}

/** The width of kept photos. It is enough for a card and for the screen of a phone. */
const keptWidth = 640

/** What changes whenever the details of a listing do. */
export interface ShownState {
  updated_at: string
  status: string
  ends_at: string
}

export interface Favourites {
  results: {
    category: string
    id: number
    listing: (ShownState & { photo_info?: { url: string; width: number | null }[] }) | null
  }[]
}

/** The most saved listings that are kept with their details. */
const maxListings = 60

/** Returns what belongs to saved listings: the details of each one, and its first photo with the address it is kept under. */
export function keptWith({ results }: Favourites, pathOfCategory: Record<string, string>) {
  const open = results.filter(({ listing }) => listing).slice(0, maxListings)
  return {
    listings: open.flatMap(({ category, id, listing: state }) => {
      const path = pathOfCategory[category]
      return path && state ? [{ kept: `/api/${path}/${id}`, state }] : []
    }),
    photos: open.flatMap(({ listing }) => {
      const first = listing?.photo_info?.find(({ width }) => width !== null)
      if (!first) return []
      const own = first.url.replace(/^\/uploads\//, '/api/uploads/')
      const kept = keptPhotoPath(own)
      if (!kept) return []
      const isWider = (first.width ?? 0) > keptWidth
      return [{ kept, url: isWider ? kept.replace('.webp', `-${keptWidth}.webp`) : own }]
    }),
  }
}
