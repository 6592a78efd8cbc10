import { readConfig } from '#server/config.ts'
import { isMissingTable } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { StartupError } from '#server/errors.ts'
import { createMailTransport } from '#server/mail/create-mail-transport.ts'
import { openPhotoStore } from '#server/photos/open-photo-store.ts'
import { removeSamples } from '#server/startup/remove-samples.ts'
import { exitWithMessage, formatCount } from './terminal.ts'

try {
  const config = readConfig(process.env)
  const db = await openDatabase(config)
  try {
    const store = await openPhotoStore(config, console.warn)
    const transport = createMailTransport(config)
    const purgeMails = async (address: string) => transport.purge?.(address)
    const deps = { appUrl: config.APP_URL, db, store, purgeMails }
    const { students, listings, photos } = await removeSamples(deps)
    console.log(
      `Removed ${formatCount(students, 'sample student')}, ${formatCount(listings, 'listing')} and ${formatCount(photos, 'photo')}.`,
    )
  } catch (error) {
    if (isMissingTable(error)) throw new StartupError('There are no students yet: start Quad once.')
    throw error
  } finally {
    await db.close()
  }
} catch (error) {
  exitWithMessage(error)
}
