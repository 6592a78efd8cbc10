import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { listingStatuses } from './listing-status.ts'
import { listingActions } from './moderation-rules.ts'

// These are the parts of a case that moderators share: who is on it, what they write to each other, and which cases belong
// together.

export const categoryId = z.enum(categories.map(({ id }) => id))

/** A person without the email address, which only admins see. */
export const person = z.object({ id: z.int(), name: z.string() })

/** The moderator who is on a case, and since when. */
export const claim = z.object({ moderator: person, since: z.iso.datetime(), isOwn: z.boolean() })

/** A note that only moderators read, about the student or one of their listings. */
export const internalNote = z.object({
  id: z.int(),
  author: person,
  text: z.string(),
  createdAt: z.iso.datetime(),
  /** The category and the title are null once the listing is deleted. */
  listing: z
    .object({ id: z.int(), category: categoryId.nullable(), title: z.string().nullable() })
    .nullable(),
  /** Whether the requesting moderator wrote it, and may delete it. */
  isOwn: z.boolean(),
})

export const claimResponse = z.object({ claim: claim.nullable() })

export const notesResponse = z.object({ notes: z.array(internalNote) })

export const shareKinds = ['photo', 'title', 'description', 'phone', 'email', 'link'] as const

/** Cases that share a photo, a text or a contact, and can be decided together. */
export const caseCluster = z.object({
  /** Changes with everything in the list. A decision names the version that the moderator has confirmed. */
  version: z.string(),
  /** The number of all cases of the cluster. The list has the first ones. */
  total: z.int(),
  listings: z.array(
    z.object({
      category: categoryId,
      id: z.int(),
      title: z.string(),
      status: z.enum(listingStatuses),
      student: person,
      /** The number of open reports. */
      reports: z.int(),
      seen: z.int().nullable(),
      claim: claim.nullable(),
      allowedActions: z.array(z.enum(listingActions)),
    }),
  ),
  /** What the listings share. The value is null for photos and texts. */
  shares: z.array(
    z.object({
      kind: z.enum(shareKinds),
      value: z.string().nullable(),
      listings: z.array(z.int()),
    }),
  ),
})

export type ShareKind = (typeof shareKinds)[number]
export type CaseCluster = z.infer<typeof caseCluster>
export type ClusterShare = CaseCluster['shares'][number]
export type CaseClaim = z.infer<typeof claim>
export type InternalNote = z.infer<typeof internalNote>
