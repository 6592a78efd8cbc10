import { z } from 'zod'
import { ownAccount } from './own-account.ts'

export const accountExport = z.object({
  exportedAt: z.string(),
  /** Leaves out what depends on VERIFY_EMAIL, and what has a key of its own below. */
  user: ownAccount.omit({
    confirmation: true,
    secondFactor: true,
    favourites: true,
    isCodeRefused: true,
    isOnlyAdmin: true,
    mayPost: true,
    pause: true,
  }),
  /** The end of the role as moderator or admin, the last day on which it was used, and when it was last confirmed. */
  roleDates: z.object({
    endsAt: z.string().nullable(),
    activeOn: z.string().nullable(),
    confirmedAt: z.string().nullable(),
  }),
  /** When the account is deleted because somebody asked for it. */
  deletionPlannedFor: z.string().nullable(),
  /** What the university has said that the student is, such as "alum staff". */
  affiliations: z.string().nullable(),
  /** The university account with which the student logs in. */
  universityAccount: z
    .object({
      issuer: z.string(),
      subject: z.string(),
      joinedAt: z.string(),
      lastLoginAt: z.string(),
    })
    .nullable(),
  sessions: z.array(
    z.object({
      device: z.string().nullable(),
      startedAt: z.string(),
      lastRefreshedAt: z.string(),
      lastUsedAt: z.string(),
      /** The identity provider at which the student logged in. */
      issuer: z.string().nullable(),
      /** When the student last confirmed that it is them, and when they last used a second factor. */
      provedAt: z.string().nullable(),
      secondFactorAt: z.string().nullable(),
    }),
  ),
  securityEvents: z.array(
    z.object({ kind: z.string(), device: z.string().nullable(), happenedAt: z.string() }),
  ),
  resets: z.array(z.object({ askedAt: z.string(), expiresAt: z.string() })),
  confirmationCodes: z.array(
    z.object({ purpose: z.string(), askedAt: z.string(), expiresAt: z.string() }),
  ),
  passkeys: z.array(
    z.object({
      name: z.string(),
      addedAt: z.string(),
      lastUsedAt: z.string().nullable(),
      logsIn: z.boolean(),
      verifiesUser: z.boolean(),
      credentialId: z.string(),
      publicKey: z.string(),
      counter: z.number(),
      transports: z.array(z.string()),
    }),
  ),
  /** The second factor of a moderator or admin. Secrets and codes are not in the export. */
  secondFactor: z.object({
    authenticatorAddedAt: z.string().nullable(),
    recoveryCodesLeft: z.number(),
    devicesUsedAt: z.array(z.string()),
  }),
  /** The sellers whose address the student has seen, and how many students have seen the student's address. */
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
      /** What the student says about offers. Nobody else gets the lowest one and the words. */
      offers: z.object({
        isFirm: z.boolean(),
        lowest: z.number().nullable(),
        declineText: z.string().nullable(),
      }),
      soldAt: z.string().nullable(),
      /** The price it went for, if the student has said so. */
      wentFor: z.number().nullable(),
      views: z.array(z.object({ day: z.string(), views: z.number() })),
      /** How many students have saved the listing. */
      savedBy: z.number(),
      formerPrices: z.array(
        z.object({ price: z.number(), askedFrom: z.string(), askedUntil: z.string() }),
      ),
    }),
  ),
  /** Things that the student has posted together, moving out. */
  movingSales: z.array(
    z.object({
      id: z.number(),
      place: z.string(),
      pickupWindow: z.string(),
      freeUntil: z.string().nullable(),
      bundlePrice: z.number().nullable(),
      postedAt: z.string(),
      listingIds: z.array(z.number()),
    }),
  ),
  uploads: z.array(z.object({ url: z.string(), bytes: z.number(), uploadedAt: z.string() })),
  favourites: z.array(
    z.object({
      category: z.string(),
      listingId: z.number(),
      /** The title of the listing, or null while the student cannot see it. */
      title: z.string().nullable(),
      savedAt: z.string(),
      /** The last status that the student has been told, and when. */
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
      /** When the student last confirmed this search. */
      wantedAt: z.string(),
      pausedAt: z.string().nullable(),
    }),
  ),
  /** New listings that an email has announced. They are kept so that no other email announces them again. */
  mailedListings: z.array(z.object({ listingId: z.number(), mailedAt: z.string() })),
  /** The conversations, with the messages of both sides. */
  threads: z.array(
    z.object({
      id: z.number(),
      category: z.string(),
      listingId: z.number(),
      /** The title of the listing, or null while the student cannot see it. */
      title: z.string().nullable(),
      role: z.enum(['buyer', 'seller']),
      otherName: z.string(),
      unread: z.number(),
      messages: z.array(
        z.object({ id: z.number(), isOwn: z.boolean(), body: z.string(), sentAt: z.string() }),
      ),
      /** The meetings that the two agreed on, and what each said afterwards. The id is that of the first proposal. */
      meetings: z.array(
        z.object({
          id: z.number(),
          place: z.string(),
          startsAt: z.string(),
          state: z.string(),
          hereAt: z.string().nullable(),
          otherHereAt: z.string().nullable(),
          outcome: z.string().nullable(),
          /** Whether the other student said that this one did not come, and what this one says about it. */
          otherSaysNoShow: z.boolean(),
          view: z.string().nullable(),
        }),
      ),
      /** The offers of both sides. The id is that of the message. */
      offers: z.array(
        z.object({
          id: z.number(),
          isOwn: z.boolean(),
          amount: z.number(),
          state: z.string(),
          madeAt: z.string(),
          endsAt: z.string(),
        }),
      ),
    }),
  ),
  /** The students whom this student has blocked. */
  blocks: z.array(z.object({ studentId: z.number(), name: z.string(), blockedAt: z.string() })),
  /** The reports by this student. */
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
  /** The entries of the moderation log about the student, without the moderators' names. */
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
  /** The decisions that the student can still appeal, and the appeals they have written. */
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
      /** The moderator's decision, or null while the answer waits for one. */
      decision: z.string().nullable(),
    }),
  ),
  mails: z.array(
    z.object({ subject: z.string(), writtenAt: z.string(), sentAt: z.string().nullable() }),
  ),
})

export type AccountExport = z.infer<typeof accountExport>
