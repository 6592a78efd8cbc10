import { createMailTransport } from '#server/mail/create-mail-transport.ts'
import { openPhotoStore } from '#server/photos/open-photo-store.ts'
import { removeSamples } from '#server/startup/samples.ts'
import { openSite } from './site/open-site.ts'
import { exitWithMessage, formatCount } from './site/terminal.ts'

try {
  const { config, db } = await openSite({ usesPhotos: true })
  try {
    const store = await openPhotoStore(config, console.warn)
    const transport = createMailTransport(config)
    const purgeMails = async (address: string) => transport.purge?.(address)
    const deps = { appUrl: config.APP_URL, db, store, purgeMails }
    const { students, listings, photos } = await removeSamples(deps)
    console.log(
      `Removed ${formatCount(students, 'sample student')}, ${formatCount(listings, 'listing')} and ${formatCount(photos, 'photo')}.`,
    )
  } finally {
    await db.close()
  }
} catch (error) {
  exitWithMessage(error)
}
