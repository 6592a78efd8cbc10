import {
  type CategoryId,
  type CategoryWithCopies,
  type ComparableCategory,
  categoryById,
} from '#categories/index.ts'
import { type TextName, textNames } from './site-text-rules.ts'

type Id = string | number

const segment = (id: Id) => encodeURIComponent(id)

function withQuery(path: string, query?: string | URLSearchParams): string {
  const text = query?.toString()
  return text ? `${path}?${text}` : path
}

/** The paths of all pages. */
export const pagePaths = {
  home: '/',
  about: '/about',
  privacy: '/privacy',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  /** No request contains the part after #, so the token appears in no log and no Referer header. */
  resetLink: (token: string) => `${pagePaths.resetPassword}#token=${segment(token)}`,
  renew: (token: string) => `/renew?token=${segment(token)}`,
  /** The page after the renew button was pressed. */
  renewed: (token: string) => `${pagePaths.renew(token)}&renewed=now`,
  /** The link in an email about a moderator's decision. */
  appeal: (token: string) => `/appeal?token=${segment(token)}`,
  /** The page after the appeal was sent. */
  appealed: (token: string) => `${pagePaths.appeal(token)}&sent=now`,
  /** The link in the email about a ban, or about a request for the data. */
  exportData: (token: string) => `/export?token=${segment(token)}`,
  /** The link in an email that a setting can turn off. */
  unsubscribe: (token: string) => `/unsubscribe?token=${segment(token)}`,
  /** The page after the unsubscribe button was pressed. */
  unsubscribed: (token: string) => `${pagePaths.unsubscribe(token)}&done=now`,
  /** The link with which a friend sees where and when a student meets somebody. */
  sharedMeeting: (token: string) => `/meeting?token=${segment(token)}`,
  rules: '/rules',
  /** With `exact`, the words are searched for as they are typed. */
  search: (q = '', exact = false) =>
    withQuery('/search', q && new URLSearchParams({ q, ...(exact && { exact: '1' }) })),
  /** The page that asks what the student wants to post. */
  sell: '/sell',
  /** The form for several items at once, and the page that shows them. */
  movingOutForm: '/moving-out',
  movingOut: (id: Id) => `/moving-out/${segment(id)}`,
  dashboard: '/dashboard',
  /** The page that stands for all others without a network. */
  offline: '/offline',
  account: '/account',
  emailSettings: '/account#email',
  messages: '/messages',
  thread: (id: Id) => `/messages/${segment(id)}`,
  saved: '/saved',
  /** The page that asks what the university has not told us. */
  universityLogin: '/login/university',
  login: (returnTo?: string) => (returnTo ? `/login?next=${segment(returnTo)}` : '/login'),
  browse: (category: CategoryId, query?: string | URLSearchParams) =>
    withQuery(`/${categoryById[category].path}`, query),
  feed: (category: CategoryId) => `${pagePaths.browse(category)}/feed.xml`,
  listing: (category: CategoryId, id: Id) => `${pagePaths.browse(category)}/${segment(id)}`,
  /** The page with all listings of one thing, such as a book with its ISBN. */
  copies: (category: CategoryWithCopies['id'], value: Id) =>
    `${pagePaths.browse(category)}/${categoryById[category].copies.segment}/${segment(value)}`,
  /** Listings side by side, and the term that they are compared with. Commas stay readable in an address that is shared. */
  compare: (category: ComparableCategory['id'], ids: readonly Id[] = [], term = '') => {
    const parameters = [
      ...(ids.length > 0 ? [`ids=${ids.map(segment).join()}`] : []),
      ...(term ? [`term=${segment(term)}`] : []),
    ]
    return withQuery(`${pagePaths.browse(category)}/compare`, parameters.join('&'))
  },
  create: (category: CategoryId) => `${pagePaths.browse(category)}/create`,
  edit: (category: CategoryId, id: Id) => `${pagePaths.create(category)}?id=${segment(id)}`,
  contact: (category: CategoryId, id: Id) => `${pagePaths.listing(category, id)}/contact`,
  /** The letter that asks the landlord to agree to a sublet. */
  letter: (category: CategoryId, id: Id) => `${pagePaths.listing(category, id)}/letter`,
  student: (id: Id) => `/students/${segment(id)}`,
  moderation: (query?: string | URLSearchParams) => withQuery('/moderation', query),
  moderatedListing: (category: CategoryId, id: Id) =>
    `/moderation/${categoryById[category].path}/${segment(id)}`,
  moderatedStudents: (query?: string | URLSearchParams) => withQuery('/moderation/students', query),
  moderatedStudent: (id: Id) => `/moderation/students/${segment(id)}`,
  moderationLog: (query?: string | URLSearchParams) => withQuery('/moderation/log', query),
  moderationFigures: '/moderation/figures',
  moderationRehearsal: '/moderation/rehearsal',
  /** The page that tells admins how the site is doing. */
  admin: '/admin',
  settings: '/admin/settings',
  setup: '/setup',
  /** No request contains the part after #, so the token appears in no log and no Referer header. */
  setupLink: (token: string) => `${pagePaths.setup}#token=${segment(token)}`,
  setupStep: (step: string) => `${pagePaths.setup}/${step}`,
  setupDone: '/setup/done',
  texts: '/admin/settings/texts',
  /** What has changed in a text that admins edit. */
  textChanges: (name: TextName) => `/${name}/changes`,
  roles: '/admin/roles',
  handover: '/admin/handover',
  announcements: '/admin/announcements',
}

/** Pages that are the same for every visitor and ignore the query. They are cached, in the sitemap, and counted by path. */
export const infoPages = [
  pagePaths.home,
  pagePaths.about,
  pagePaths.rules,
  pagePaths.privacy,
  pagePaths.sell,
]

export const textChangesPages = textNames.map(pagePaths.textChanges)

export const apiPaths = {
  me: '/api/auth/me',
  refresh: '/api/auth/refresh',
  login: '/api/auth/login',
  logout: '/api/auth/logout',
  passkeyOptions: '/api/auth/passkey/options',
  passkeyLogin: '/api/auth/passkey',
  proveIdentity: '/api/auth/proof',
  loginWays: '/api/auth/ways',
  /** Leads to the university's login page. With `confirm`, a logged-in student logs in again to prove who they are. */
  university: (key: string, query?: URLSearchParams) =>
    withQuery(`/api/auth/university/${segment(key)}`, query),
  universityCallback: (key: string) => `${apiPaths.university(key)}/callback`,
  waitingUniversityLogin: '/api/auth/university-login',
  confirmEmail: '/api/auth/confirm',
  resendCode: '/api/auth/confirm/resend',
  requestPasswordReset: '/api/auth/reset-password',
  resetPassword: '/api/auth/change-password',
  checkResetLink: '/api/auth/reset-password/check',
  users: '/api/users',
  account: '/api/users/me',
  accountExport: '/api/users/me/export',
  changePassword: '/api/users/me/password',
  /** Emails a code with which a student without a password confirms that it is them. */
  identityCode: '/api/users/me/code',
  sessions: '/api/users/me/sessions',
  session: (id: string) => `${apiPaths.sessions}/${segment(id)}`,
  securityEvents: '/api/users/me/events',
  security: '/api/users/me/security',
  passkeys: '/api/users/me/passkeys',
  newPasskey: '/api/users/me/passkeys/options',
  passkey: (id: Id) => `${apiPaths.passkeys}/${segment(id)}`,
  authenticator: '/api/users/me/authenticator',
  recoveryCodes: '/api/users/me/recovery-codes',
  user: (id: Id) => `${apiPaths.users}/${segment(id)}`,
  list: (category: CategoryId, query?: string | URLSearchParams) =>
    withQuery(`/api/${categoryById[category].path}`, query),
  listing: (category: CategoryId, id: Id) => `${apiPaths.list(category)}/${segment(id)}`,
  suggestions: (q: string) => `/api/suggestions?q=${segment(q)}`,
  copies: (category: CategoryWithCopies['id'], value: Id, query?: string) =>
    withQuery(`/api${pagePaths.copies(category, value)}`, query),
  contact: (category: CategoryId, id: Id) => `${apiPaths.listing(category, id)}/contact`,
  /** What things of a kind went for. The query names the groups. */
  salePrices: (category: CategoryId, query?: string | URLSearchParams) =>
    withQuery(`${apiPaths.list(category)}/sale-prices`, query),
  similar: (category: CategoryId, id: Id) => `${apiPaths.listing(category, id)}/similar`,
  household: (category: CategoryId, id: Id) => `${apiPaths.listing(category, id)}/household`,
  fits: (category: CategoryId, id: Id) => `${apiPaths.listing(category, id)}/fits`,
  movingSales: '/api/moving-out',
  movingSale: (id: Id) => `${apiPaths.movingSales}/${segment(id)}`,
  status: (category: CategoryId, id: Id) => `${apiPaths.listing(category, id)}/status`,
  renew: (category: CategoryId, id: Id) => `${apiPaths.listing(category, id)}/renew`,
  report: (category: CategoryId, id: Id) => `${apiPaths.listing(category, id)}/report`,
  signalAnswers: (category: CategoryId, id: Id) =>
    `${apiPaths.listing(category, id)}/signals/answers`,
  reportStudent: (id: Id) => `${apiPaths.user(id)}/report`,
  /** Starts or continues the student's thread about a listing. */
  listingMessages: (category: CategoryId, id: Id) => `${apiPaths.listing(category, id)}/messages`,
  threads: (query?: string | URLSearchParams) => withQuery('/api/threads', query),
  messages: (threadId: Id, query?: string | URLSearchParams) =>
    withQuery(`/api/threads/${segment(threadId)}/messages`, query),
  tellOthers: (threadId: Id) => `/api/threads/${segment(threadId)}/tell-others`,
  offers: (threadId: Id) => `/api/threads/${segment(threadId)}/offers`,
  answerOffer: (threadId: Id) => `/api/threads/${segment(threadId)}/offers/answer`,
  meetings: (threadId: Id) => `/api/threads/${segment(threadId)}/meetings`,
  answerMeeting: (threadId: Id) => `${apiPaths.meetings(threadId)}/answer`,
  meetingOutcome: (threadId: Id) => `${apiPaths.meetings(threadId)}/outcome`,
  meetingShare: (threadId: Id, meetingId: Id) =>
    `${apiPaths.meetings(threadId)}/${segment(meetingId)}/share`,
  meetingCalendar: (threadId: Id, meetingId: Id) =>
    `${apiPaths.meetings(threadId)}/${segment(meetingId)}/meeting.ics`,
  /** The meetings that the student has missed, as others say. */
  missedMeetings: '/api/users/me/missed-meetings',
  meetingLink: (token: string) => `/api/meeting-link?token=${segment(token)}`,
  readThread: (threadId: Id) => `/api/threads/${segment(threadId)}/read`,
  reportThread: (threadId: Id) => `/api/threads/${segment(threadId)}/report`,
  block: (studentId: Id) => `${apiPaths.user(studentId)}/block`,
  blocks: '/api/users/me/blocks',
  appeal: (token: string) => `/api/appeal?token=${segment(token)}`,
  exportLink: (token: string) => `/api/export-link?token=${segment(token)}`,
  unsubscribeLink: (token: string) => `/api/unsubscribe-link?token=${segment(token)}`,
  favourite: (category: CategoryId, id: Id) => `${apiPaths.listing(category, id)}/favourite`,
  favourites: '/api/favourites',
  /** What is new for the student. */
  home: '/api/home',
  savedSearches: '/api/saved-searches',
  savedSearch: (id: Id) => `${apiPaths.savedSearches}/${segment(id)}`,
  moderationQueue: (query?: string | URLSearchParams) => withQuery('/api/moderation/queue', query),
  moderatedListing: (category: CategoryId, id: Id) =>
    `/api/moderation/${categoryById[category].path}/${segment(id)}`,
  listingDecisions: (category: CategoryId, id: Id) =>
    `${apiPaths.moderatedListing(category, id)}/decisions`,
  clusterDecisions: (category: CategoryId, id: Id) =>
    `${apiPaths.moderatedListing(category, id)}/cluster/decisions`,
  moderatedStudents: (query?: string | URLSearchParams) =>
    withQuery('/api/moderation/students', query),
  moderatedStudent: (id: Id) => `/api/moderation/students/${segment(id)}`,
  studentDecisions: (id: Id) => `${apiPaths.moderatedStudent(id)}/decisions`,
  studentRole: (id: Id) => `${apiPaths.moderatedStudent(id)}/role`,
  roleEnd: (id: Id) => `${apiPaths.studentRole(id)}/end`,
  roleReview: (id: Id) => `${apiPaths.studentRole(id)}/review`,
  studentRequests: (id: Id) => `${apiPaths.moderatedStudent(id)}/requests`,
  moderationLog: (query?: string | URLSearchParams) => withQuery('/api/moderation/log', query),
  listingClaim: (category: CategoryId, id: Id) =>
    `${apiPaths.moderatedListing(category, id)}/claim`,
  studentClaim: (id: Id) => `${apiPaths.moderatedStudent(id)}/claim`,
  listingNotes: (category: CategoryId, id: Id) =>
    `${apiPaths.moderatedListing(category, id)}/notes`,
  studentNotes: (id: Id) => `${apiPaths.moderatedStudent(id)}/notes`,
  internalNote: (id: Id) => `/api/moderation/notes/${segment(id)}`,
  /** Reading the messages is a POST, because it adds an entry to the log. */
  reportedMessages: (reportId: Id) => `/api/moderation/reports/${segment(reportId)}/messages`,
  undoDecision: (logId: Id) => `/api/moderation/log/${segment(logId)}/undo`,
  appealDecision: (logId: Id) => `/api/moderation/appeals/${segment(logId)}`,
  signalAnswerDecision: (id: Id) => `/api/moderation/signal-answers/${segment(id)}`,
  moderationFigures: '/api/moderation/figures',
  overview: '/api/admin/overview',
  emailCheck: '/api/admin/email-check',
  retryJob: (id: Id) => `/api/admin/jobs/${id}/retry`,
  settings: '/api/admin/settings',
  undoSettings: '/api/admin/settings/undo',
  testMail: '/api/admin/settings/email',
  setup: '/api/setup',
  /** Takes the token of the link, and sets the cookie of the set-up. */
  setupSession: '/api/setup/session',
  setupSettings: '/api/setup/settings',
  setupLogo: '/api/setup/logo',
  setupMail: '/api/setup/email',
  confirmSetupMail: '/api/setup/email/confirm',
  setupAdmin: '/api/setup/admin',
  confirmSetupAdmin: '/api/setup/admin/confirm',
  logo: '/api/admin/settings/logo',
  texts: '/api/admin/texts',
  restoreText: '/api/admin/texts/restore',
  previewText: '/api/admin/texts/preview',
  hideText: '/api/admin/texts/hide',
  text: (name: TextName) => `/api/texts/${name}`,
  textChanges: (name: TextName) => `/api/texts/${name}/changes`,
  roles: '/api/admin/roles',
  handover: '/api/admin/handover',
  handoverNotes: '/api/admin/handover/notes',
  /** Stops the planned deletion of the own account. */
  keepAccount: '/api/users/me/keep',
  announcements: '/api/admin/announcements',
  announcement: (id: Id) => `/api/admin/announcements/${segment(id)}`,
  renewLink: (token: string) => `/api/renew-link?token=${segment(token)}`,
  userListings: (studentId: Id, category: CategoryId) =>
    `/api/users/${segment(studentId)}/${categoryById[category].path}`,
  upload: '/api/upload',
  visits: '/api/logs',
  health: '/api/health',
  metrics: '/api/metrics',
  openapi: '/api/openapi.json',
  docs: '/api/docs',
}
