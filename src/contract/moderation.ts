import { z } from 'zod'
import { type CategoryId, categories } from '#categories/index.ts'
import { isStorableText } from '#categories/text-rules.ts'
import { decisionReasons } from './decision-reasons.ts'
import { listingStatuses } from './listing-status.ts'
import { listItem, type WireListing } from './listings.ts'
import { decisions, logActions, userRoles } from './moderation-rules.ts'
import { reportReasons } from './report-reasons.ts'
import { type CaseSignal, caseSignal } from './signals.ts'

const categoryId = z.enum(categories.map(({ id }) => id))

/** A person without an email address, which only admins see. */
const person = z.object({ id: z.int(), name: z.string() })

/** Of the log; who is gone is a "Deleted student", and a listing that is gone has no title. */
export const logEntry = z.object({
  id: z.int(),
  createdAt: z.iso.datetime(),
  action: z.enum(logActions),
  /** Null: Quad itself, or an operator. */
  actor: person.nullable(),
  /** Null of a search among all students. */
  student: person.nullable(),
  listing: z.object({ category: categoryId, id: z.int(), title: z.string().nullable() }).nullable(),
  reason: z.enum(decisionReasons).nullable(),
  days: z.int().nullable(),
  role: z.enum(userRoles).nullable(),
  /** Only admins get the note of a search, which is the address that was searched. */
  note: z.string().nullable(),
  signal: z.string().nullable(),
  undoesId: z.int().nullable(),
  /** The entry that undid this one. */
  undoneBy: z.int().nullable(),
  /** Whether the moderator who asks may undo it now. */
  canUndo: z.boolean(),
})

const report = z.object({
  id: z.int(),
  reason: z.enum(reportReasons),
  note: z.string(),
  createdAt: z.iso.datetime(),
  /** 0.5, 1 or 1.5; 0 of what hides nothing: that it is gone, and what has hidden it before. */
  weight: z.number(),
  isOpen: z.boolean(),
  outcome: z.enum(['upheld', 'rejected', 'closed']).nullable(),
  /** Of a conversation that there still is: the title of its listing, and why the moderator who asks may not read it; null for one who may. */
  thread: z.object({ title: z.string(), whyNotRead: z.string().nullable() }).nullable(),
  /** It was about a listing that the student has deleted since; without a title once its text is deleted, too. */
  deletedListing: z.object({ id: z.int(), title: z.string().nullable() }).nullable(),
  /** It is from before the student deleted an account and signed up again. */
  isFromEarlierAccount: z.boolean(),
  /** Without an id and a month once the account is deleted. */
  reporter: person.extend({
    id: z.int().nullable(),
    memberSince: z.string().nullable(),
    /** All of them, also those that wait. */
    reports: z.int(),
    upheld: z.int(),
    rejected: z.int(),
  }),
})

const appeal = z.object({
  /** The decision's entry in the log. */
  logId: z.int(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  decision: z.enum(['rejected', 'reversed']).nullable(),
  /** Why the moderator who asks may not decide it; null for one who may, and once it is decided. */
  whyNotDecide: z.string().nullable(),
})

const subjectStudent = person.extend({
  university: z.string().nullable(),
  memberSince: z.string(),
  role: z.enum(userRoles),
  suspendedUntil: z.iso.datetime().nullable(),
  bannedAt: z.iso.datetime().nullable(),
})

/** Only admins get the address, and the log says that they did. */
const withAddress = { email: z.string().optional() }

/** One subject that waits for a decision: a listing or a student. */
export const queueItem = z.object({
  kind: z.enum(['listing', 'student']),
  student: person,
  listing: z
    .object({
      category: categoryId,
      id: z.int(),
      title: z.string(),
      status: z.enum(listingStatuses),
      photo: z.string().nullable(),
    })
    .nullable(),
  reports: z.int(),
  reasons: z.array(z.enum(reportReasons)),
  /** Of its open reports that still count. */
  weight: z.number(),
  waitingSince: z.iso.datetime(),
  /** An appeal waits, beside or instead of reports. */
  hasAppeal: z.boolean(),
  /** Its seller says that a signal on it is wrong. */
  hasSignalAnswer: z.boolean(),
})

export const queueKinds = ['listing', 'student', 'appeal', 'signal'] as const
/** Urgent: the weight times how long it has waited; an appeal weighs 3, an answer to a signal ½. */
export const queueOrders = ['urgent', 'oldest', 'heaviest'] as const

export const queueQuery = z.object({
  kind: z.enum(queueKinds).optional(),
  category: categoryId.optional(),
  reason: z.enum(reportReasons).optional(),
  /** Hidden ones only. */
  hidden: z.stringbool().optional(),
  order: z.enum(queueOrders).default('urgent'),
})

export const queueResponse = z.object({ items: z.array(queueItem), total: z.int() })

/** A student's other listings, also ended and removed ones. */
const earlierListing = z.object({
  category: categoryId,
  id: z.int(),
  title: z.string(),
  status: z.enum(listingStatuses),
  postedAt: z.iso.datetime(),
  openReports: z.int(),
})

/** The text of a listing that its student deleted while a grave report was open. */
const deletedListing = z.object({
  id: z.int(),
  category: categoryId,
  title: z.string(),
  price: z.number(),
  description: z.string(),
  deletedAt: z.iso.datetime(),
  /** When its student last changed it, if that was after the first of its reports. */
  editedAt: z.iso.datetime().nullable(),
})

/** What a moderator needs to know of a subject. */
const caseShape = {
  student: subjectStudent,
  reports: z.array(report),
  appeals: z.array(appeal),
  /** Of the student and all their listings, the newest first. */
  log: z.array(logEntry),
  listings: z.array(earlierListing),
  /** What their reports are about. */
  deletedListings: z.array(deletedListing),
  /** To be sent with a decision. */
  seen: z.int().nullable(),
  /** What the moderator who asks may do: nothing with their own things, and a moderator not everything. */
  allowedActions: z.array(z.enum(decisions)),
}

const listingCases = z.union(
  categories.map((category) =>
    z.object({
      ...caseShape,
      category: z.literal(category.id),
      /** As students see it. */
      listing: listItem(category),
      /** Why it is hidden or removed, and since when. */
      takedown: logEntry.nullable(),
      statusSince: z.iso.datetime(),
      /** When its owner last changed it, if that was after the first of its open reports. */
      editedAt: z.iso.datetime().nullable(),
      signals: z.array(caseSignal),
    }),
  ),
)

export const listingCaseResponse: z.ZodType<ListingCase> = listingCases as never

export const studentCaseResponse = z.object({
  ...caseShape,
  student: subjectStudent.extend(withAddress),
  /** Whether who asks may change the role: an admin who is told whose it is. */
  canChangeRole: z.boolean(),
})

export const studentsQuery = z.object({
  q: z.string().max(100).refine(isStorableText, 'Must be text').default(''),
  filter: z.enum(['all', 'staff', 'restricted', 'reported']).default('all'),
})

export const studentsResponse = z.object({
  students: z.array(
    subjectStudent.extend({
      ...withAddress,
      openReports: z.int(),
      actions: z.int(),
      listings: z.int(),
    }),
  ),
  total: z.int(),
})

export const logQuery = z.object({
  action: z.enum(logActions).optional(),
  actor: z.coerce.number().int().positive().optional(),
  student: z.coerce.number().int().positive().optional(),
  before: z.coerce.number().int().positive().optional(),
})

export const logResponse = z.object({ entries: z.array(logEntry), next: z.int().nullable() })

/** Of the last `figuresDays`, but for what waits; reasons and actions that were none are left out. */
export const figuresResponse = z.object({
  waiting: z.object({
    reports: z.int(),
    appeals: z.int(),
    signalAnswers: z.int(),
    hidden: z.int(),
    oldest: z.iso.datetime().nullable(),
  }),
  reports: z.object({
    total: z.int(),
    upheld: z.int(),
    rejected: z.int(),
    byReason: z.array(z.object({ reason: z.enum(reportReasons), count: z.int() })),
  }),
  /** In hours; null without any. */
  medianHoursToDecision: z.number().nullable(),
  actions: z.array(z.object({ action: z.enum(logActions), count: z.int() })),
  appeals: z.object({ total: z.int(), reversed: z.int() }),
  /** Hidden by reports, and what a moderator then said or nobody did. */
  autoHidden: z.object({ total: z.int(), kept: z.int(), removed: z.int(), untouched: z.int() }),
  staff: z.array(person.extend({ role: z.enum(userRoles), decisions: z.int() })),
})

export type LogEntry = z.infer<typeof logEntry>
export type CaseReport = z.infer<typeof report>
export type DeletedListing = z.infer<typeof deletedListing>
export type CaseAppeal = z.infer<typeof appeal>
export type QueueItem = z.infer<typeof queueItem>
export type QueueQuery = z.infer<typeof queueQuery>
export type QueueResponse = z.infer<typeof queueResponse>
export type StudentCase = z.infer<typeof studentCaseResponse>
export type StudentsQuery = z.infer<typeof studentsQuery>
export type StudentsResponse = z.infer<typeof studentsResponse>
export type LogQuery = z.infer<typeof logQuery>
export type LogResponse = z.infer<typeof logResponse>
export type Figures = z.infer<typeof figuresResponse>

export type ListingCase = Omit<StudentCase, 'canChangeRole'> & {
  takedown: LogEntry | null
  statusSince: string
  editedAt: string | null
  signals: CaseSignal[]
} & { [Id in CategoryId]: { category: Id; listing: WireListing<Id> } }[CategoryId]
