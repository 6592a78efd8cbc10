import { parseArgs } from 'node:util'
import { loadCampus } from '#server/campus/campus-source.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { seedListings } from './seed/seed-listings.ts'
import { seedSite } from './seed/seed-site.ts'

const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    ended: { type: 'string', default: '0.1' },
    /** Also fills everything else that grows, such as students, conversations and favourites. */
    students: { type: 'string', default: '0' },
    messages: { type: 'string', default: '0' },
  },
})
const listings = parseInteger('listings', values.listings)
const seed = parseInteger('seed', values.seed)
const students = parseInteger('students', values.students)
const messages = parseInteger('messages', values.messages)
const ended = parseShare('ended', values.ended)

const config = readConfig(process.env)
const db = await openDatabase(config)
await migrate(db)
await loadCampus(db, config.CAMPUS_FILE)
const start = performance.now()
if (students > 0) await seedSite(db, { listings, students, messages }, { ended, log: console.log })
else await seedListings(db, { listings, seed, ended, onProgress: showProgress })
await db.close()
const seconds = ((performance.now() - start) / 1_000).toFixed(1)
console.log(`\nAdded ${listings.toLocaleString('en-CA')} listings in ${seconds} s.`)

function showProgress(done: number) {
  const width = 40
  const filled = Math.round((done / listings) * width)
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
  process.stdout.write(`\r${bar} ${done.toLocaleString('en-CA')}`)
}

function parseInteger(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  console.error(`--${name} must be a whole number, as in: npm run seed -- --${name} 1000`)
  process.exit(1)
}

function parseShare(name: string, text: string): number {
  if (/^(0(\.\d+)?|1(\.0+)?)$/.test(text)) return Number(text)
  console.error(`--${name} must be a share from 0 to 1, as in: npm run seed -- --${name} 0.9`)
  process.exit(1)
}
