import { reindexListings } from '#server/listings/search/reindex-listings.ts'
import { openSite } from './site/open-site.ts'
import {
  clearProgressLine,
  exitWithMessage,
  formatCount,
  formatNumber,
  showProgressLine,
} from './site/terminal.ts'

try {
  const { db } = await openSite()
  try {
    const changed = await reindexListings(db, {
      onProgress: (checked, changed) =>
        showProgressLine(
          () => `${formatCount(checked, 'listing')} read, ${formatNumber(changed)} rebuilt`,
        ),
    })
    clearProgressLine()
    console.log(`Search is up to date: the text of ${formatCount(changed, 'listing')} was rebuilt.`)
  } finally {
    await db.close()
  }
} catch (error) {
  exitWithMessage(error)
}
