import { parseArgs } from 'node:util'
import { maxRequestReasonLength, type RequestAction } from '#contract/moderation-rules.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { StartupError } from '#server/errors.ts'
import { handleStudentRequest } from '#server/moderation/requests/student-requests.ts'
import { findUserByEmail, lockUser } from '#server/students/user-queries.ts'
import { openSite } from './site/open-site.ts'
import { exitWithMessage } from './site/terminal.ts'

/** The words of the command, and what they do. */
const actions: Record<string, RequestAction> = {
  export: 'send_export',
  hold: 'hold',
  release: 'release',
  delete: 'plan_deletion',
  keep: 'keep_account',
}

/** The reason of a hold is for admins. Those of the other requests are in the export of the student. */
const isReadByStudent = (action: RequestAction) => action !== 'hold' && action !== 'release'

const usage = `Try: npm run student -- ${Object.keys(actions).join('|')} EMAIL --reason "who asked, and why"`

try {
  const { action, email, reason } = readArguments()
  const { config, db } = await openSite()
  try {
    console.log(await request(db, config, { action, email, reason }))
  } finally {
    await db.close()
  }
} catch (error) {
  exitWithMessage(error)
}

interface Arguments {
  action: RequestAction
  email: string
  reason: string
}

function readArguments(): Arguments {
  const { positionals, reason } = parse()
  const [word = '', email, ...rest] = positionals
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined
  if (!action || !email || !reason || rest.length > 0) throw new StartupError(usage)
  if (reason.length > maxRequestReasonLength) {
    throw new StartupError(`The reason has more than ${maxRequestReasonLength} characters.`)
  }
  return { action, email, reason }
}

function parse() {
  try {
    const options = { reason: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    return { positionals, reason: values.reason?.trim() }
  } catch {
    throw new StartupError(usage)
  }
}

/** Does the same as an admin on the student's page. A running server sends the emails and notices the change at once. */
function request(db: Db, { APP_URL: appUrl }: Config, { action, email, reason }: Arguments) {
  return db.transaction(async (tx) => {
    const found = await findUserByEmail(tx, email.trim().toLowerCase())
    const student = found && (await lockUser(tx, found.id))
    if (!student) throw new StartupError(`There is no student with the address ${email}.`)
    const context = { actorId: null, appUrl, now: Date.now() }
    const { message } = await handleStudentRequest(tx, student, { action, reason }, context)
    return isReadByStudent(action)
      ? `${message}\nThe student finds this reason in their data.`
      : message
  })
}
