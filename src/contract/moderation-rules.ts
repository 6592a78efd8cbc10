/** What a student may do on the site. */
export const userRoles = ['student', 'moderator', 'admin'] as const

export type UserRole = (typeof userRoles)[number]

/** What a moderator decides about a listing; `keep` is that nothing is wrong. */
export const listingActions = ['keep', 'ask_to_edit', 'remove'] as const

/** What a moderator decides about a student; a ban only an admin. */
export const studentActions = ['keep', 'warn', 'suspend', 'ban'] as const

export type ListingAction = (typeof listingActions)[number]
export type StudentAction = (typeof studentActions)[number]

export type Decision = ListingAction | StudentAction

/** Each once; it is mailed to the student, and can be undone. */
export const decisions: readonly Decision[] = [...new Set([...listingActions, ...studentActions])]

/** How many students have to report a listing as gone before we ask its seller. */
export const minReportsToAsk = 3

/** What a moderator decides on a signal that its seller says is wrong. */
export const signalActions = ['hide_signal', 'keep_signal'] as const

export type SignalAction = (typeof signalActions)[number]

/** Reading that is recorded in the log, although it changes nothing. */
export const readings = ['read_messages', 'look_up', 'search_students'] as const

export type Reading = (typeof readings)[number]

/** Everything in the log: `hide` and `show` are done by Quad itself, `role` also by an operator. */
export const logActions = [
  ...decisions,
  ...signalActions,
  'undo',
  'hide',
  'show',
  'role',
  'appeal',
  'reject_appeal',
  ...readings,
] as const

export type LogAction = (typeof logActions)[number]

export const isDecision = (action: LogAction): action is Decision =>
  decisions.some((decision) => decision === action)

export const isReading = (action: LogAction): action is Reading =>
  readings.some((reading) => reading === action)

export const isUndoable = (action: LogAction): action is Decision | SignalAction =>
  isDecision(action) || signalActions.some((each) => each === action)

/** Those against a student. */
export const isAppealable = (action: LogAction): boolean => isDecision(action) && action !== 'keep'

export const suspensionDays = [7, 30] as const

/** So long a banned account is kept closed, so that the ban can be undone. */
export const banUndoDays = 30

/** So long after a decision it can be appealed against. */
export const appealDays = 20

export const maxAppealLength = 2000

/** So long reports alone hide a listing, while no moderator has looked at it. */
export const maxHiddenDays = 3

/** Too dangerous to be shown again by the clock, while the site has a moderator. */
export const staysHidden = (reason: string | null | undefined): boolean =>
  reason === 'scam' || reason === 'private_information'

/** A seller who was asked whether a listing is gone has so long to answer. */
export const goneAnswerDays = 7

/** How long grave reports wait for a student who has deleted the account. */
export const keptReportDays = 90

/** So far back the figures of moderators go. */
export const figuresDays = 30
