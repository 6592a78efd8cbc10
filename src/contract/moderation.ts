import { z } from 'zod'
import { type CategoryId, categories } from '#categories/index.ts'
import { isStorableText } from '#categories/text-rules.ts'
import { decisionReasons } from './decision-reasons.ts'
import { listingStatuses } from './listing-status.ts'
import { listItem, type WireListing } from './listings.ts'
import { noShowViews } from './meeting-rules.ts'
import { decisions, logActions, userRoles } from './moderation-rules.ts'
import { reportReasons } from './report-reasons.ts'
import { type CaseSignal, caseSignal } from './signals.ts'
import {
  type CaseCluster,
  caseCluster,
  categoryId,
  claim,
  internalNote,
  person,
} from './teamwork.ts'

/** An entry of the log. A student whose account is gone is a "Deleted student"; a deleted listing has no title. */
export const logEntry = z.object({
  id: z.int(),
  createdAt: z.iso.datetime(),
  action: z.enum(logActions),
  /** Who acted, or null for Quad itself or an operator. */
  actor: person.nullable(),
  /** The student concerned, or null for a search among all students. */
  student: person.nullable(),
  listing: z.object({ category: categoryId, id: z.int(), title: z.string().nullable() }).nullable(),
  reason: z.enum(decisionReasons).nullable(),
  days: z.int().nullable(),
  role: z.enum(userRoles).nullable(),
  /** The note. The note of a search is the address that was searched, so only admins get it. */
  note: z.string().nullable(),
  signal: z.string().nullable(),
  undoesId: z.int().nullable(),
  /** The entry that undid this one. */
  undoneBy: z.int().nullable(),
  /** The entry that stands for this one and others, if they were decided together. */
  togetherId: z.int().nullable(),
  /** Whether the requesting moderator may undo the entry now. */
  canUndo: z.boolean(),
})

const report = z.object({
  id: z.int(),
  reason: z.enum(reportReasons),
  note: z.string(),
  createdAt: z.iso.datetime(),
  /**
   * The weight is 0.5, 1 or 1.5. It is 0 for reports that hide nothing: "gone", and reports that have hidden the
   * listing before.
   */
  weight: z.number(),
  isOpen: z.boolean(),
  outcome: z.enum(['upheld', 'rejected', 'closed']).nullable(),
  /**
   * The conversation, if it still exists: the title of its listing, and why the requesting moderator may not read it
   * (null if they may).
   */
  thread: z.object({ title: z.string(), whyNotRead: z.string().nullable() }).nullable(),
  /** The reported listing, if the student has deleted it since. The title is null once its text is deleted too. */
  deletedListing: z.object({ id: z.int(), title: z.string().nullable() }).nullable(),
  /** Whether the report is from before the student deleted an account and signed up again. */
  isFromEarlierAccount: z.boolean(),
  /** The reporter. The id and the month are null once their account is deleted. */
  reporter: person.extend({
    id: z.int().nullable(),
    memberSince: z.string().nullable(),
    /** The number of all their reports, including waiting ones. */
    reports: z.int(),
    upheld: z.int(),
    rejected: z.int(),
  }),
})

const appeal = z.object({
  /** The log entry of the decision. */
  logId: z.int(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  decision: z.enum(['rejected', 'reversed']).nullable(),
  /** Why the requesting moderator may not decide the appeal; null if they may, or once it is decided. */
  whyNotDecide: z.string().nullable(),
})

const subjectStudent = person.extend({
  university: z.string().nullable(),
  memberSince: z.string(),
  role: z.enum(userRoles),
  suspendedUntil: z.iso.datetime().nullable(),
  bannedAt: z.iso.datetime().nullable(),
})

/** The address, which only admins get. The log records that they read it. */
const withAddress = { email: z.string().optional() }

/** One case that waits for a decision: a listing or a student. */
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
  /** The total weight of the open reports that still count. */
  weight: z.number(),
  waitingSince: z.iso.datetime(),
  /** Whether an appeal waits, with or without reports. */
  hasAppeal: z.boolean(),
  /** Whether the seller says that a signal on the listing is wrong. */
  hasSignalAnswer: z.boolean(),
  claim: claim.nullable(),
  /** The cluster of the case: its first listing, and how many cases wait in it. */
  cluster: z.object({ id: z.int(), size: z.int() }).nullable(),
})

export const queueKinds = ['listing', 'student', 'appeal', 'signal'] as const
/** `urgent` sorts by weight times waiting time. An appeal weighs 3, an answer to a signal ½. */
export const queueOrders = ['urgent', 'oldest', 'heaviest'] as const

export const queueQuery = z.object({
  kind: z.enum(queueKinds).optional(),
  category: categoryId.optional(),
  reason: z.enum(reportReasons).optional(),
  /** Only cases whose listing is hidden. */
  hidden: z.stringbool().optional(),
  order: z.enum(queueOrders).default('urgent'),
})

export const queueResponse = z.object({ items: z.array(queueItem), total: z.int() })

/** Another listing of the student. Ended and removed ones are included. */
const otherListing = z.object({
  category: categoryId,
  id: z.int(),
  title: z.string(),
  status: z.enum(listingStatuses),
  postedAt: z.iso.datetime(),
  openReports: z.int(),
})

/** The text of a listing that the student deleted while a serious report was open. */
const deletedListing = z.object({
  id: z.int(),
  category: categoryId,
  title: z.string(),
  price: z.number(),
  description: z.string(),
  deletedAt: z.iso.datetime(),
  /** When the student last changed the listing, if that was after its first report. */
  editedAt: z.iso.datetime().nullable(),
})

/** Everything a moderator needs to know about a case. */
const caseShape = {
  student: subjectStudent,
  reports: z.array(report),
  appeals: z.array(appeal),
  /** The log of the student and all their listings, newest first. */
  log: z.array(logEntry),
  listings: z.array(otherListing),
  /** The deleted listings that the reports are about. */
  deletedListings: z.array(deletedListing),
  claim: claim.nullable(),
  notes: z.array(internalNote),
  /** The value to send back with a decision. */
  seen: z.int().nullable(),
  /** What the requesting moderator may do. Nobody may decide about themselves, and moderators may do less than admins. */
  allowedActions: z.array(z.enum(decisions)),
}

const listingCases = z.union(
  categories.map((category) =>
    z.object({
      ...caseShape,
      category: z.literal(category.id),
      /** The listing as students see it. */
      listing: listItem(category),
      /** The log entry that explains why the listing is hidden or removed, and since when. */
      takedown: logEntry.nullable(),
      statusSince: z.iso.datetime(),
      /** When the owner last changed the listing, if that was after its first open report. */
      editedAt: z.iso.datetime().nullable(),
      signals: z.array(caseSignal),
      cluster: caseCluster.nullable(),
    }),
  ),
)

export const listingCaseResponse: z.ZodType<ListingCase> = listingCases as never

export const studentCaseResponse = z.object({
  ...caseShape,
  student: subjectStudent.extend(withAddress),
  /** Whether the requesting moderator may change the role: only an admin who also gets the student's address. */
  canChangeRole: z.boolean(),
  /** Meetings that others say this student did not come to. These are claims, and both can give their view. */
  noShows: z.array(
    z.object({
      startsAt: z.iso.datetime(),
      /** The student who says so, or null if that account is deleted. */
      by: z.object({ id: z.int(), name: z.string() }).nullable(),
      view: z.enum(noShowViews).nullable(),
    }),
  ),
  /** What only admins see and change. */
  forAdmins: z
    .object({
      roleEndsOn: z.string().nullable(),
      /** The last day that a new role gets unless another one is chosen. */
      usualRoleEnd: z.string(),
      roleActiveOn: z.string().nullable(),
      hold: z.object({ since: z.iso.datetime(), reviewOn: z.string() }).nullable(),
      deletionAt: z.iso.datetime().nullable(),
    })
    .optional(),
})

export const studentsQuery = z.object({
  q: z.string().max(100).refine(isStorableText, 'Must be text').default(''),
  /** `requested` finds accounts on hold and those that will be deleted, for admins alone. */
  filter: z.enum(['all', 'staff', 'restricted', 'reported', 'requested']).default('all'),
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

/** Figures of the last `figuresDays`, except for what waits now. Reasons and actions with a count of 0 are left out. */
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
  /** The median in hours, or null if there were no decisions. */
  medianHoursToDecision: z.number().nullable(),
  actions: z.array(z.object({ action: z.enum(logActions), count: z.int() })),
  appeals: z.object({ total: z.int(), reversed: z.int() }),
  /** Listings hidden by reports: how many a moderator kept, removed, or did not look at. */
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

export type ListingCase = Omit<StudentCase, 'canChangeRole' | 'forAdmins' | 'noShows'> & {
  takedown: LogEntry | null
  statusSince: string
  editedAt: string | null
  signals: CaseSignal[]
  cluster: CaseCluster | null
} & { [Id in CategoryId]: { category: Id; listing: WireListing<Id> } }[CategoryId]
