import { type UserRole, userRoles } from '#contract/moderation-rules.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { StartupError } from '#server/errors.ts'
import { changeRole, resetSecondFactor } from '#server/moderation/decisions/change-role.ts'
import { findUserByEmail, lockUser } from '#server/students/user-queries.ts'
import { openSite } from './site/open-site.ts'
import { exitWithMessage } from './site/terminal.ts'

const reset = 'reset-second-factor'
const usage = `Try: npm run role -- EMAIL ${[...userRoles, reset].join('|')}`

try {
  const [email, text, ...rest] = process.argv.slice(2)
  const role = userRoles.find((each) => each === text)
  if (!email || !(role || text === reset) || rest.length > 0) throw new StartupError(usage)
  const { config, db } = await openSite()
  try {
    console.log(await setRole(db, email, role, config))
  } finally {
    await db.close()
  }
} catch (error) {
  exitWithMessage(error)
}

/** Changes a student's role or, without one, resets their second factor. A running server notices the change at the student's next request. */
function setRole(
  db: Db,
  email: string,
  role: UserRole | undefined,
  config: Config,
): Promise<string> {
  return db.transaction(async (tx) => {
    const found = await findUserByEmail(tx, email.trim().toLowerCase())
    const student = found && (await lockUser(tx, found.id))
    if (!student) throw new StartupError(`There is no student with the address ${email}.`)
    const { APP_URL: appUrl, VERIFY_EMAIL: verifyEmail } = config
    const context = { actorId: null, appUrl, verifyEmail, now: Date.now() }
    if (!role) return resetSecondFactor(tx, student, context)
    const { message } = await changeRole(tx, student, role, context)
    return message
  })
}
