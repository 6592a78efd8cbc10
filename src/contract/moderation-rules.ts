/** The roles, which determine what a user may do on the site. */
export const userRoles = ['student', 'moderator', 'admin'] as const

export type UserRole = (typeof userRoles)[number]

/** The decisions about a listing. `keep` means that nothing is wrong. */
export const listingActions = ['keep', 'ask_to_edit', 'remove'] as const

/** The decisions about a student. Only an admin may ban. */
export const studentActions = ['keep', 'warn', 'suspend', 'ban'] as const

export type ListingAction = (typeof listingActions)[number]
export type StudentAction = (typeof studentActions)[number]

export type Decision = ListingAction | StudentAction

/** Each decision once. It is emailed to the student and can be undone. */
export const decisions: readonly Decision[] = [...new Set([...listingActions, ...studentActions])]

/** How many students have to report a listing as gone before we ask its seller. */
export const minReportsToAsk = 3

/** The decisions on a signal that the seller says is wrong. */
export const signalActions = ['hide_signal', 'keep_signal'] as const

export type SignalAction = (typeof signalActions)[number]

/** Reads that are logged although they change nothing. */
export const readings = ['read_messages', 'look_up', 'search_students'] as const

export type Reading = (typeof readings)[number]

/** What admins and operators do about one account at somebody's request. Students never read the reasons of a hold. */
export const requestActions = [
  'send_export',
  'hold',
  'release',
  'plan_deletion',
  'keep_account',
] as const

export type RequestAction = (typeof requestActions)[number]

export const maxRequestReasonLength = 500

export const isRequest = (action: LogAction): action is RequestAction =>
  requestActions.some((each) => each === action)

/** Actions that Quad itself does when no moderator is named. An operator does all others. */
const ownActions: readonly string[] = ['hide', 'show', 'end_role', 'set_role_end']

export const isOwnAction = (action: LogAction): boolean => ownActions.includes(action)

/**
 * All actions in the log. `decide_together` stands for the decisions on all cases of a cluster, each of which has an entry
 * of its own. Quad itself does `hide`, `show` and `end_role`, and sets ends of roles; an operator can do `role` and the
 * requests, and only an operator does `reset_second_factor`.
 */
export const logActions = [
  ...decisions,
  ...signalActions,
  'undo',
  'hide',
  'show',
  'role',
  'end_role',
  'set_role_end',
  'confirm_role',
  'reset_second_factor',
  'appeal',
  'reject_appeal',
  'change_settings',
  'change_handover',
  ...requestActions,
  'change_announcements',
  'decide_together',
  ...readings,
] as const

export type LogAction = (typeof logActions)[number]

/** Actions without a decision email. Requests have emails of their own, except for a hold. */
export type UntoldAction =
  | 'appeal'
  | 'change_settings'
  | 'change_handover'
  | 'change_announcements'
  | 'decide_together'
  | 'set_role_end'
  | 'confirm_role'
  | RequestAction
  | Reading

export const isDecision = (action: LogAction): action is Decision =>
  decisions.some((decision) => decision === action)

export const isReading = (action: LogAction): action is Reading =>
  readings.some((reading) => reading === action)

export const isUndoable = (action: LogAction): action is Decision | SignalAction =>
  isDecision(action) || signalActions.some((each) => each === action)

/** Whether a student can appeal the action: only decisions against a student. */
export const isAppealable = (action: LogAction): boolean => isDecision(action) && action !== 'keep'

export const suspensionDays = [7, 30] as const

/** How many days a banned account is kept, closed, so that the ban can be undone. */
export const banUndoDays = 30

/** A role ends on the next April 30 that is at least this many days away, unless an admin chooses another day. */
export const minRoleDays = 60

/** How many days before a role ends we warn about it. */
export const roleWarningDays = 14

/** How far away the end of a role or the review of a hold may be. */
export const maxRoleYears = 2
export const maxHoldReviewDays = 365

/** In how many days a hold is looked at again, unless an admin chooses another day. */
export const holdReviewDays = 90

/** What a hold keeps, and what can still be deleted or expires. The privacy page and admins read both. */
export const keptOnHold =
  'the account with its name, listings and photos, conversations, reports, appeals, notes and security events'
export const notKeptOnHold =
  'favourites, saved searches, blocks, settings, devices and ways to log in'

/** How many days after the request an account is deleted. Until then it can be kept. */
export const deletionDays = 14

/** How many days the link to a student's data works. */
export const exportLinkDays = 7

export const maxHandoverLength = 5000

/** How many days ahead the page for a hand-over looks. */
export const handoverDays = 60

/** How many days after a decision a student can appeal. */
export const appealDays = 20

export const maxAppealLength = 2000

/** How many days reports alone hide a listing before a moderator has looked at it. */
export const maxHiddenDays = 3

/** Whether the reason is too dangerous for the listing to reappear after some days, as long as the site has a moderator. */
export const staysHidden = (reason: string | null | undefined): boolean =>
  reason === 'scam' || reason === 'private_information'

/** How many days a seller has to answer whether a listing is gone. */
export const goneAnswerDays = 7

/** How many days serious reports wait for a student who has deleted the account. */
export const keptReportDays = 90

/** How many listings can be decided together. */
export const maxDecidedTogether = 50

/** How many minutes a moderator's claim of a case lasts. */
export const claimMinutes = 30

export const maxInternalNoteLength = 1000

/** How many days the moderators' figures cover. */
export const figuresDays = 30
