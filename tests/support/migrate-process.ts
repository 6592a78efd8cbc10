import { join } from 'node:path'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { openSqlite } from '#server/database/sqlite.ts'

/** A process that migrates and exits, for tests that run two at once or kill one. */
const [settings = '{}', folder] = process.argv.slice(2)
const { DATABASE_URL, DATA_DIR } = JSON.parse(settings)
const db = DATABASE_URL ? openPostgres(DATABASE_URL) : openSqlite(join(DATA_DIR, 'quad.db'))
await migrate(db, folder ? { folder } : {})
await db.close()
