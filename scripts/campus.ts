import { readFile, writeFile } from 'node:fs/promises'
import { campus } from '#campus/campus.ts'
import { remakeLogoDataUrl } from '#server/brand/brand-files.ts'
import { encodeSettingsLogo, readStoredCampus } from '#server/campus/campus-source.ts'
import { parseCampusFile } from '#server/campus/stored-campus.ts'
import type { Db } from '#server/database/database.ts'
import { StartupError } from '#server/errors.ts'
import { importSettings } from '#server/settings/save-settings.ts'
import { readTexts } from '#server/settings/texts/read-texts.ts'
import { importTexts } from '#server/settings/texts/save-text.ts'
import { countStudentsByDomain } from '#server/students/email-domains.ts'
import { openSite } from './site/open-site.ts'
import { exitWithMessage, formatCount } from './site/terminal.ts'

const usage = `Try: npm run campus -- export FILE
     npm run campus -- import FILE`

try {
  const [action, file, ...rest] = process.argv.slice(2)
  if (!file || rest.length > 0 || (action !== 'export' && action !== 'import')) {
    throw new StartupError(usage)
  }
  const { config, db } = await openSite()
  try {
    if (action === 'export') await exportCampus(db, file, config.CAMPUS_FILE)
    else await importFile(db, file, config.CAMPUS_FILE)
  } finally {
    await db.close()
  }
} catch (error) {
  exitWithMessage(error)
}

async function exportCampus(db: Db, file: string, campusFile: string | undefined) {
  const fileTexts = campusFile ? parseCampusFile(await readFile(campusFile, 'utf8')).texts : {}
  const { texts } = await readTexts(db, fileTexts)
  const own = texts.filter(({ isDefault }) => !isDefault)
  const content = {
    ...(await readStoredCampus(db, campusFile)),
    ...(own.length > 0 && {
      texts: Object.fromEntries(own.map(({ name, markdown }) => [name, markdown])),
    }),
  }
  await writeFile(file, `${JSON.stringify(content, undefined, 2)}\n`)
  console.log(`The settings of ${campus.brand} are in ${file}.`)
}

async function importFile(db: Db, file: string, campusFile: string | undefined) {
  if (campusFile) {
    throw new StartupError(
      `CAMPUS_FILE wins over the database, so an import would change nothing. Edit ${campusFile}.`,
    )
  }
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartupError(`There is no file ${file}.`)
  })
  const { settings: parsed, texts } = parseCampusFile(text)
  const settings = await encodeSettingsLogo(parsed, remakeLogoDataUrl)
  const before = campus.universities.flatMap(({ emailDomains }) => emailDomains)
  const now = Date.now()
  await db.transaction(async (tx) => {
    await importSettings(tx, settings, now)
    await importTexts(tx, texts, now)
  })
  console.log(`${settings.brand} has its new settings. A running site takes them within a second.`)
  const after = settings.universities.flatMap(({ emailDomains }) => emailDomains)
  const students = await countStudentsByDomain(db)
  for (const domain of before.filter((each) => !after.includes(each))) {
    const isClosed = settings.closedDomains.includes(domain)
    const count = formatCount(
      students.find((each) => each.domain === domain)?.count ?? 0,
      'student',
    )
    console.log(
      isClosed
        ? `@${domain} is closed: ${count} can no longer log in.`
        : `Nobody can sign up with @${domain} any more. ${count} can still log in; add it to closedDomains to end that.`,
    )
  }
}
