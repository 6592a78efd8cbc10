import { z } from 'zod'
import { figureIds } from './operations-rules.ts'

/**
 * A count, a percentage `of` a number, or a median in hours. It is null if the group is too small or could be computed
 * from others, if it is too early to say, or if nobody has counted.
 */
const figurePoint = z.object({ value: z.number(), of: z.int().nullable() }).nullable()

const figureRow = z.object({
  figure: z.enum(figureIds),
  /** Null for all categories together. */
  category: z.string().nullable(),
  /** One point for each week of `weeks`. */
  points: z.array(figurePoint),
  /** The week before this one, a term earlier. */
  termAgo: figurePoint,
})

const time = z.iso.datetime()

/** How many students were sent a code on a day, and how many typed one. */
const codeDay = z.object({
  day: z.iso.date(),
  sent: z.int().nullable(),
  typed: z.int().nullable(),
})

export const overviewResponse = z.object({
  students: z.object({
    /** The Mondays of the weeks, the newest last. */
    weeks: z.array(z.iso.date()),
    rows: z.array(figureRow),
    emptySearches: z.array(z.object({ word: z.string(), searches: z.int() })),
    /** Students with saved searches, and those with one that never matched, rounded down to multiples of three. */
    savedSearches: z.array(
      z.object({ category: z.string().nullable(), unmatched: z.int(), of: z.int() }),
    ),
  }),
  access: z.object({
    domains: z.array(
      z.object({
        domain: z.string(),
        /** Addresses that mail servers refused, on days with at least three of them. */
        refused: z.int().nullable(),
        /** Accounts whose mailbox refuses our email now. */
        bounced: z.int().nullable(),
        days: z.array(codeDay),
      }),
    ),
    /** The address that emails come from. */
    sender: z.string(),
    /** Whether emails leave the site. Otherwise they are files. */
    isRemote: z.boolean(),
    /** Whether new students prove their address: with a code, or with the login of their university. */
    asksForCodes: z.boolean(),
  }),
  health: z.object({
    mail: z.object({
      waiting: z.int(),
      /** Whether more wait than were counted. */
      isMore: z.boolean(),
      oldest: time.nullable(),
      reason: z.string().nullable(),
    }),
    /** The newest ones. */
    failedJobs: z.array(
      z.object({
        id: z.int(),
        kind: z.string(),
        failedAt: time,
        reason: z.string(),
        canRetry: z.boolean(),
      }),
    ),
    /** All failed jobs, up to 1,000. */
    failedJobCount: z.int(),
    backup: z
      .object({ at: time, bytes: z.number(), contents: z.string(), place: z.string() })
      .nullable(),
    rehearsal: z.object({ at: time, problem: z.string().nullable() }).nullable(),
    sizes: z
      .object({
        databaseBytes: z.number(),
        photoBytes: z.number(),
        diskBytes: z.number(),
        freeBytes: z.number(),
        /** When the disk is full, at the pace of the last weeks. Null if it does not fill up. */
        fullOn: z.iso.date().nullable(),
      })
      .nullable(),
    processes: z.array(z.object({ name: z.string(), version: z.string(), startedAt: time })),
    errors: z.array(z.object({ route: z.string(), count: z.int() })),
  }),
  waiting: z.object({
    cases: z.array(
      z.object({
        kind: z.enum(['reports', 'appeals']),
        /** How many wait for less than a day, for one to three days, and for longer. */
        byAge: z.tuple([z.int(), z.int(), z.int()]),
      }),
    ),
    /** Those that end within a month. */
    roles: z.array(z.object({ name: z.string(), role: z.string(), endsOn: z.iso.date() })),
    /** How many roles nobody has confirmed in the last yearly review. */
    rolesToConfirm: z.int(),
    placeholders: z.array(z.string()),
    alerts: z.array(z.object({ text: z.string(), since: time })),
  }),
})

/** What a name server said about the sender's domain. `unknown` means that it could not be asked. */
const dnsCheck = z.object({
  kind: z.enum(['SPF', 'DKIM', 'DMARC']),
  state: z.enum(['ok', 'problem', 'unknown']),
  text: z.string(),
  record: z.string().nullable(),
})

export const emailCheckResponse = z.object({
  to: z.string(),
  /** Why the email could not be sent, and which settings to check. Null if the mail server has taken it. */
  problem: z.string().nullable(),
  /** What the mail server said when it took the email. */
  reply: z.string().nullable(),
  checks: z.array(dnsCheck),
})

export type Overview = z.infer<typeof overviewResponse>
export type FigureRow = z.infer<typeof figureRow>
export type FigurePoint = z.infer<typeof figurePoint>
export type DnsCheck = z.infer<typeof dnsCheck>
export type EmailCheck = z.infer<typeof emailCheckResponse>
