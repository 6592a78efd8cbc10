import { type CategoryId, publicCategories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { createListing, type Student, uploadPhotos } from '#tests/support/seed-through-api.ts'
import type { BenchContext } from '../bench-context.ts'
import { openSite, type Site } from '../sites.ts'
import { signUpStudent, studentCount } from '../students.ts'
import { shrinkTestPhoto } from '../test-photo.ts'

const newListingsPerCategory = 24

export interface ListingId {
  category: CategoryId
  id: number
}

export interface CampusSite extends Site {
  /** The listings on the first page of each category, with photos. */
  newListings: ListingId[]
  /** Accounts that only log in. Too many logins end an account's oldest sessions, and other requests may be using those. */
  loggingIn: Student[]
  /** The paths of the files and photos that the pages show. */
  files: string[]
  /** The photo in the form that a browser uploads. */
  photo: Buffer
}

/** Opens a seeded site whose newest listings have photos. The student who posted them is not one of the visitors. */
export async function openCampusSite(
  bench: BenchContext,
  settings: Record<string, string>,
): Promise<CampusSite> {
  const site = await openSite(bench, settings)
  const { url } = site.server
  const seller = await signUpStudent(url)
  const photos = await uploadPhotos(url, seller, newListingsPerCategory * publicCategories.length)
  const newListings: ListingId[] = []
  for (const { id: category } of publicCategories) {
    for (const photo of photos.splice(0, newListingsPerCategory)) {
      const { id } = await createListing(url, seller, category, { photos: [photo] })
      newListings.push({ category, id })
    }
  }
  const loggingIn: Student[] = []
  while (loggingIn.length < studentCount) loggingIn.push(await signUpStudent(url))
  const pages = [
    pagePaths.home,
    ...publicCategories.map(({ id }) => pagePaths.browse(id)),
    ...newListings.map(({ category, id }) => pagePaths.listing(category, id)),
  ]
  const files = await findFiles(url, pages)
  return { ...site, newListings, loggingIn, files, photo: await shrinkTestPhoto() }
}

async function findFiles(url: string, pages: string[]): Promise<string[]> {
  const files = new Set<string>()
  for (const page of pages) {
    const html = await (await fetch(url + page)).text()
    for (const [path] of html.matchAll(/\/(?:assets|api\/uploads)\/[\w.-]+/g)) files.add(path)
  }
  return [...files]
}
