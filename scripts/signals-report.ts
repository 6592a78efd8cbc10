import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { prepareResources } from '#server/startup/resources.ts'
import { formatMarkdownTable } from './bench/markdown-table.ts'
import { seedListings } from './seed/seed-listings.ts'
import { countMarks, type Marks } from './signals-report/count-marks.ts'
import { measureCopies, measureUnrelated } from './signals-report/photos.ts'
import { formatCount, formatNumber } from './site/terminal.ts'

const seeded = 10_000
/** A realistic number of sellers: a student has a few listings. */
const sellers = 4_000
const maxShare = 0.03
const copiedPhotos = 50
const unrelatedPhotos = 1_000

const folder = await mkdtemp(join(tmpdir(), 'quad-signals-'))
try {
  const samples = await countSamples()
  const listings = await countSeeded()
  console.log(formatMarks(samples, listings))
  const unrelated = await measureUnrelated(unrelatedPhotos)
  console.log(`\n${await formatCopies()}\n\n${formatUnrelated(unrelated)}`)
  const problems = [
    ...listings
      .filter((marks) => shareOf(marks) > maxShare)
      .map(({ rule }) => `"${rule}" marks more than ${formatShare(maxShare)} of the listings.`),
    ...samples
      .filter(({ rule, marked }) => /^(words|nudge)/.test(rule) && marked > 0)
      .map(({ rule }) => `"${rule}" marks sample content.`),
    ...(unrelated.near > 0 ? ['Photos of different things are taken for the same.'] : []),
  ]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Counts the marks on the sample listings, photos and conversations of a new site. */
async function countSamples(): Promise<Marks[]> {
  const config = readConfig({ DATA_DIR: join(folder, 'samples'), DEMO: '1' })
  const { db, photos, fillDemo } = await prepareResources(config, () => {})
  await fillDemo?.({ db, photos }, new AbortController().signal)
  const marks = await countMarks(db, Date.now())
  await db.close()
  return marks
}

async function countSeeded(): Promise<Marks[]> {
  const db = await openDatabase({ DATA_DIR: join(folder, 'seeded') })
  await migrate(db)
  await seedListings(db, { listings: seeded, sellers, ended: 0 })
  const marks = await countMarks(db, Date.now())
  await db.close()
  return marks
}

function formatMarks(samples: Marks[], listings: Marks[]): string {
  const rows = listings.map((marks) => {
    const sample = samples.find(({ rule }) => rule === marks.rule)
    return [marks.rule, ...(sample ? cells(sample) : ['', '', '']), ...cells(marks)]
  })
  return formatMarkdownTable(
    ['rule', 'samples', 'marked', 'share', 'seeded', 'marked', 'share'],
    rows,
  )
}

async function formatCopies(): Promise<string> {
  const found = await measureCopies(copiedPhotos)
  return formatMarkdownTable(
    ['copy of a photo', 'found'],
    found.map(({ copy, shareFound }) => [copy, formatShare(shareFound)]),
  )
}

function formatUnrelated(found: Awaited<ReturnType<typeof measureUnrelated>>): string {
  const { photos, near, leastBits } = found
  return `Of ${formatNumber(photos)} photos of different things, ${formatCount(near, 'pair')} are taken for the same; the nearest differ in ${leastBits} bits.`
}

function cells(marks: Marks): string[] {
  return [formatNumber(marks.read), formatNumber(marks.marked), formatShare(shareOf(marks))]
}

function shareOf({ read, marked }: Marks): number {
  return read === 0 ? 0 : marked / read
}

function formatShare(share: number): string {
  return `${(100 * share).toFixed(2)} %`
}
