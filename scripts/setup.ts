import { StartupError } from '#server/errors.ts'
import { renewSetupLink } from '#server/setup/setup-link.ts'
import { isSetupFinished, needsSetup } from '#server/setup/setup-state.ts'
import { openSite } from './site/open-site.ts'
import { exitWithMessage } from './site/terminal.ts'

try {
  const [action, ...rest] = process.argv.slice(2)
  if (action !== 'link' || rest.length > 0) throw new StartupError('Try: npm run setup -- link')
  const { config, db } = await openSite()
  try {
    if (await isSetupFinished(db)) {
      throw new StartupError('This site is set up. Admins change it on the page Settings.')
    }
    if (!needsSetup(config)) {
      throw new StartupError('A try-out needs no set-up. Set APP_URL and SMTP_URL for a real site.')
    }
    const path = await renewSetupLink(db, config, Date.now())
    console.log(`The new link is in ${path}. Earlier ones no longer work.`)
  } finally {
    await db.close()
  }
} catch (error) {
  exitWithMessage(error)
}
