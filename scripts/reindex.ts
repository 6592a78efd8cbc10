import { readConfig } from '#server/config.ts'
import { isMissingTable } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { StartupError } from '#server/errors.ts'
import { reindexListings } from '#server/listings/reindex-listings.ts'
import {
  clearProgressLine,
  exitWithMessage,
  formatCount,
  formatNumber,
  showProgressLine,
} from './terminal.ts'

try {
  const db = await openDatabase(readConfig(process.env))
  try {
    const changed = await reindexListings(db, {
      onProgress: (checked, changed) =>
        showProgressLine(
          () => `${formatCount(checked, 'listing')} read, ${formatNumber(changed)} rebuilt`,
        ),
    })
    clearProgressLine()
    console.log(`Search is up to date: the text of ${formatCount(changed, 'listing')} was rebuilt.`)
  } catch (error) {
    if (isMissingTable(error)) throw new StartupError('There are no listings yet: start Quad once.')
    throw error
  } finally {
    await db.close()
  }
} catch (error) {
  exitWithMessage(error)
}
