import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

// This is a thread of its own, which copies SQLite's log of changes into the database once. It waits for nobody, and
// nobody waits for it.
const database = new DatabaseSync(workerData.path)
database.exec('PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(PASSIVE)')
database.close()
