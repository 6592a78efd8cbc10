import { open } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { createTarWriter } from '#server/backup/tar.ts'
import { createBackupPath } from './backup-site.ts'
import { at } from './campus-email.ts'

export const olderMigrations = ['002-search', '004-search-together', '006-daily-visits'] as const
export type OlderMigration = (typeof olderMigrations)[number]

export const olderPhoto = { name: '0ff8690bcbb647a62550a2b8174973db', bytes: Buffer.from('photo') }

/** The time when the students of the older backup joined and posted. */
export const olderTime = Date.UTC(2026, 10, 15, 12)
const photos = JSON.stringify([
  { url: `/uploads/${olderPhoto.name}.webp`, width: 80, height: 60, preview: 'data:' },
])
const lamp = {
  category: 'misc',
  seller_id: 1,
  details: '{"listing_type":"Selling","category":null,"condition":null}',
  photos,
  posted_at: olderTime,
  updated_at: olderTime,
}

const book = {
  category: 'textbook',
  seller_id: 1,
  details: JSON.stringify({
    author: 'Stewart',
    edition: '8th',
    course_code: 'math135',
    faculty: 'Math',
    year: 1,
    condition: 'Used',
  }),
  photos,
  posted_at: olderTime,
  updated_at: olderTime,
}
const room = {
  category: 'rental',
  seller_id: 1,
  details: JSON.stringify({
    house_type: 'House',
    address: '12 Columbia St W',
    is_cost_per_room: true,
    is_shared: true,
    num_beds: 2,
    date_available: '2027-01-01',
    is_utilities_included: true,
    is_sublet: false,
    has_laundry: true,
    has_cooking: true,
    has_parking: false,
    no_smoking: true,
    amenities: ['Furnished'],
  }),
  photos,
  posted_at: olderTime,
  updated_at: olderTime,
}

/** The listings by id, as requests to the first version had them. */
export const olderInputs = {
  2: {
    title: 'Floor lamp',
    price: 5,
    listing_type: 'Selling',
    description: 'Tall.',
    photos: [`/uploads/${olderPhoto.name}.webp`],
  },
  3: {
    book_title: 'Calculus',
    price: 40,
    description: '',
    ...JSON.parse(book.details),
    photos: [`/uploads/${olderPhoto.name}.webp`],
  },
  4: {
    title: 'Room to let',
    cost: 650,
    description: 'Sunny.',
    ...JSON.parse(room.details),
    photos: [`/uploads/${olderPhoto.name}.webp`],
  },
}

/** The rows with the columns of these migrations. The listing with id 5 was deleted. */
const rows = {
  users: [
    {
      id: 1,
      first_name: 'Ada',
      last_name: 'Lee',
      email: at('ada'),
      password_hash: '',
      created_at: olderTime,
    },
  ],
  listings: [
    {
      id: 1,
      title: 'Desk lamp',
      price_cents: 1500,
      description: 'Élan vital',
      search_text: 'misc/desk misc/lamp misc/elan misc/vital misc/listing_type=selling',
      ...lamp,
    },
    {
      id: 2,
      title: 'Floor lamp',
      price_cents: 500,
      description: 'Tall.',
      search_text: 'misc/floor misc/lamp misc/tall misc/listing_type=selling',
      ...lamp,
    },
    {
      id: 3,
      title: 'Calculus',
      price_cents: 4000,
      description: '',
      search_text: 'textbook/calculus textbook/stewart textbook/course_code=math135',
      ...book,
    },
    {
      id: 4,
      title: 'Room to let',
      price_cents: 65_000,
      description: 'Sunny.',
      search_text: 'rental/room rental/to rental/let rental/sunny',
      ...room,
    },
  ],
  photos: [
    {
      name: olderPhoto.name,
      width: 80,
      height: 60,
      preview: 'data:',
      bytes: olderPhoto.bytes.length,
      uploader_id: 1,
      uploaded_at: olderTime,
    },
  ],
  photo_uses: [1, 2, 3, 4].map((listing_id) => ({ photo_name: olderPhoto.name, listing_id })),
  listing_views: [{ listing_id: 1, day: 20_772, views: 7 }],
  visits: ['/misc/1', '/misc/1', '/nowhere'].map((path, index) => ({
    id: index + 1,
    path,
    user_agent: 'Mozilla/5.0',
    visited_at: olderTime,
  })),
}

const { listing_views, visits, ...rowsOfAll } = rows
const daily_visits = [
  { day: 20_772, path: '/misc/1', visits: 2 },
  { day: 20_772, path: 'other', visits: 1 },
]
/** All rows of the older site, by the migration it was at. */
export const olderRows: Record<OlderMigration, Record<string, object[]>> = {
  '002-search': { ...rowsOfAll, visits },
  '004-search-together': rows,
  '006-daily-visits': { ...rowsOfAll, listing_views, daily_visits },
}

/** Writes a backup in the format of an older version, entry by entry. */
export async function writeOlderBackup(migration: OlderMigration): Promise<string> {
  const path = await createBackupPath()
  const file = await open(path, 'w')
  const tar = createTarWriter(file, 0)
  const manifest = {
    format: 'quad-backup',
    version: 1,
    createdAt: new Date(olderTime).toISOString(),
    migration,
    contents: 'database and photos',
  }
  await tar.add('manifest.json', JSON.stringify(manifest))
  await tar.add(`photos/${olderPhoto.name}/320.webp`, olderPhoto.bytes)
  const counts: Record<string, number> = {}
  for (const [table, tableRows] of Object.entries(olderRows[migration])) {
    const lines = tableRows.map((row) => `${JSON.stringify(row)}\n`).join('')
    await tar.add(`tables/${table}/000001.ndjson.gz`, gzipSync(lines))
    counts[table] = tableRows.length
  }
  const lastIds = { users: 1, listings: 5, ...('visits' in counts && { visits: 3 }) }
  const totals = { rows: counts, lastIds, photos: 1, photosMissing: 0 }
  await tar.add('totals.json', JSON.stringify(totals))
  await tar.add('sha256.txt', `${tar.sha256()}\n`)
  await tar.end()
  await file.close()
  return path
}
