import type { CategoryId } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import type { DemoListing } from './demo-listing.ts'
import { demoListings, photosOf } from './demo-listings.ts'
import { inOrder } from './in-order.ts'
import { rasterise, whileReadingSvg } from './rasterise.ts'
import { type DemoStudent, STUDENTS, type StudentKey } from './students.ts'

/** What filling needs of the marketplace: the same services a student's own clicks reach. */
export interface DemoServices<UserId> {
  createUser(student: DemoStudent): Promise<UserId>
  /** Takes the bytes of an image file and answers the URL a listing may name. */
  uploadPhoto(userId: UserId, photo: Buffer): Promise<string>
  createListing(
    category: CategoryId,
    userId: UserId,
    body: ListingInput,
    postedAt: Date,
  ): Promise<unknown>
}

export interface FillOptions {
  now?: Date
  /** The oldest first. */
  listings?: readonly DemoListing[]
  /** Aborting stops after the photos in work; what was posted stays. */
  signal?: AbortSignal
}

const PHOTOS_AT_ONCE = 2
const DAY = 24 * 60 * 60 * 1000

interface PhotoJob {
  listing: DemoListing
  svg: string
  isLast: boolean
}

function* photoJobs(listings: readonly DemoListing[]): Generator<PhotoJob> {
  for (const listing of listings) {
    const drawings = photosOf(listing)
    for (const [index, svg] of drawings.entries()) {
      yield { listing, svg, isLast: index === drawings.length - 1 }
    }
  }
}

async function createStudents<UserId>(services: DemoServices<UserId>) {
  const ids = new Map<StudentKey, UserId>()
  for (const key of Object.keys(STUDENTS) as StudentKey[]) {
    ids.set(key, await services.createUser(STUDENTS[key]))
  }
  return (key: StudentKey) => ids.get(key) as UserId
}

/** Posts every sample listing, the oldest first, so that ids follow time. */
export async function fillDemo<UserId>(
  services: DemoServices<UserId>,
  log: (line: string) => void,
  { now = new Date(), listings = demoListings(now), signal }: FillOptions = {},
): Promise<void> {
  log(`Adding sample students and ${listings.length} sample listings with drawn photos`)
  const idOf = await createStudents(services)

  const upload = async (job: PhotoJob) => {
    signal?.throwIfAborted()
    const photo = await rasterise(job.svg)
    return { ...job, url: await services.uploadPhoto(idOf(job.listing.seller), photo) }
  }
  const post = (listing: DemoListing, photos: string[]) =>
    services.createListing(
      listing.category,
      idOf(listing.seller),
      { ...listing.body, photos } as ListingInput,
      new Date(now.getTime() - listing.daysAgo * DAY),
    )

  await whileReadingSvg(async () => {
    let photos: string[] = []
    let posted = 0
    for await (const { listing, url, isLast } of inOrder(
      photoJobs(listings),
      PHOTOS_AT_ONCE,
      upload,
    )) {
      photos.push(url)
      if (!isLast) continue
      await post(listing, photos)
      photos = []
      posted += 1
      if (posted % 20 === 0) log(`${posted} of ${listings.length} sample listings added`)
    }
  })
}
