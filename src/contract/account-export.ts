import { z } from 'zod'
import { ownAccount } from './own-account.ts'

export const accountExport = z.object({
  exportedAt: z.string(),
  /** Without what follows from VERIFY_EMAIL, and without what stands below. */
  user: ownAccount.omit({
    confirmation: true,
    favourites: true,
    isCodeRefused: true,
    isOnlyAdmin: true,
  }),
  sessions: z.array(
    z.object({
      device: z.string().nullable(),
      startedAt: z.string(),
      lastRefreshedAt: z.string(),
      lastUsedAt: z.string(),
    }),
  ),
  securityEvents: z.array(
    z.object({ kind: z.string(), device: z.string().nullable(), happenedAt: z.string() }),
  ),
  resets: z.array(z.object({ askedAt: z.string(), expiresAt: z.string() })),
  confirmationCodes: z.array(z.object({ askedAt: z.string(), expiresAt: z.string() })),
  /** The sellers whose address the student has seen, and how many have seen the student's. */
  addressesSeen: z.array(z.object({ day: z.string(), sellerId: z.number() })),
  addressSeenBy: z.array(z.object({ day: z.string(), readers: z.number() })),
  listings: z.array(
    z.object({
      id: z.number(),
      category: z.string(),
      title: z.string(),
      price: z.number(),
      description: z.string(),
      details: z.record(z.string(), z.unknown()),
      photos: z.array(z.unknown()),
      postedAt: z.string(),
      updatedAt: z.string(),
      status: z.string(),
      endsAt: z.string(),
      renewedAt: z.string().nullable(),
      views: z.array(z.object({ day: z.string(), views: z.number() })),
      /** How many students have saved it. */
      savedBy: z.number(),
      formerPrices: z.array(
        z.object({ price: z.number(), askedFrom: z.string(), askedUntil: z.string() }),
      ),
    }),
  ),
  uploads: z.array(z.object({ url: z.string(), bytes: z.number(), uploadedAt: z.string() })),
  favourites: z.array(
    z.object({
      category: z.string(),
      listingId: z.number(),
      /** Null while the student cannot see the listing's. */
      title: z.string().nullable(),
      savedAt: z.string(),
      /** What the student has last heard of it, and when. */
      knownStatus: z.string(),
      knownAt: z.string(),
    }),
  ),
  savedSearches: z.array(
    z.object({
      id: z.number(),
      category: z.string(),
      query: z.string(),
      frequency: z.string(),
      savedAt: z.string(),
      /** When the student last said that they are looking. */
      wantedAt: z.string(),
      pausedAt: z.string().nullable(),
    }),
  ),
  /** New listings that a mail has told of, so that none tells of them again. */
  mailedListings: z.array(z.object({ listingId: z.number(), mailedAt: z.string() })),
  /** With both sides of what was written. */
  threads: z.array(
    z.object({
      id: z.number(),
      category: z.string(),
      listingId: z.number(),
      /** Null while the student cannot see the listing's. */
      title: z.string().nullable(),
      role: z.enum(['buyer', 'seller']),
      otherName: z.string(),
      unread: z.number(),
      messages: z.array(
        z.object({ id: z.number(), isOwn: z.boolean(), body: z.string(), sentAt: z.string() }),
      ),
    }),
  ),
  /** Whom the student has blocked. */
  blocks: z.array(z.object({ studentId: z.number(), name: z.string(), blockedAt: z.string() })),
  /** What the student has reported. */
  reports: z.array(
    z.object({
      studentId: z.number(),
      category: z.string().nullable(),
      listingId: z.number().nullable(),
      threadId: z.number().nullable(),
      reason: z.string(),
      note: z.string(),
      state: z.string(),
      reportedAt: z.string(),
      decidedAt: z.string().nullable(),
    }),
  ),
  /** The entries of the moderation log about the student, without who decided. */
  decisions: z.array(
    z.object({
      id: z.number(),
      action: z.string(),
      category: z.string().nullable(),
      listingId: z.number().nullable(),
      reason: z.string().nullable(),
      note: z.string().nullable(),
      days: z.number().nullable(),
      role: z.string().nullable(),
      undoesId: z.number().nullable(),
      decidedAt: z.string(),
    }),
  ),
  /** What the student can appeal against until it expires, and has written. */
  appeals: z.array(
    z.object({
      decisionId: z.number(),
      expiresAt: z.string(),
      text: z.string().nullable(),
      sentAt: z.string().nullable(),
      outcome: z.string().nullable(),
    }),
  ),
  /** The signals that the student has answered. */
  signalAnswers: z.array(
    z.object({
      category: z.string(),
      listingId: z.number(),
      sentence: z.string(),
      note: z.string(),
      answeredAt: z.string(),
      /** Null while it waits for a moderator. */
      decision: z.string().nullable(),
    }),
  ),
  mails: z.array(
    z.object({ subject: z.string(), writtenAt: z.string(), sentAt: z.string().nullable() }),
  ),
})

export type AccountExport = z.infer<typeof accountExport>
