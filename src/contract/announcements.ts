import { z } from 'zod'
import { campus } from '#campus/campus.ts'
import { isDay } from '#categories/days.ts'
import { hasBidiControl, isBlank, isStorableText } from '#categories/text-rules.ts'

export const maxAnnouncementLength = 200

/** How many announcements a page shows at most. The newest come first. */
export const maxShownAnnouncements = 3

/** How many announcements may wait or be shown at one time, for all audiences together. */
export const maxAnnouncements = 30

const day = z.string('Choose a day').refine(isDay, 'Choose a day')

const maxLinkLength = 500

/** A path of this site. "//" and "/\" would begin with a host. */
const isOwnPath = (link: string) => /^\/(?![/\\])[^\s\\]*$/.test(link)

/** Whether the link is an address without a user and a password. The oldest browsers lack URL.parse. */
function isHttpsUrl(link: string): boolean {
  if (!/^https:\/\/\S+$/.test(link)) return false
  try {
    const { username, password } = new URL(link)
    return username === '' && password === ''
  } catch {
    return false
  }
}

export const announcementFields = z
  .object({
    text: z
      .string('Must be text')
      .trim()
      .max(maxAnnouncementLength, `Must be at most ${maxAnnouncementLength} characters`)
      .refine((text) => !isBlank(text), 'Say what it is about')
      .refine(
        (text) => isStorableText(text) && !hasBidiControl(text) && !/\p{Cc}/u.test(text),
        "Contains a character we can't show",
      ),
    /** A path of this site or an https address, or null. */
    link: z
      .string('Must be text')
      .max(maxLinkLength, `Must be at most ${maxLinkLength} characters`)
      .refine(
        (link) => isStorableText(link) && (isOwnPath(link) || isHttpsUrl(link)),
        'Must be a path of this site, such as /rules, or an https address',
      )
      .nullable(),
    /** Campus days, YYYY-MM-DD, both included. */
    firstDay: day,
    lastDay: day,
    /** The short name of the university whose students see it, or null for everyone. */
    university: z.string().max(100).refine(isStorableText, 'Must be text').nullable(),
  })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay, {
    path: ['lastDay'],
    error: 'Must not be before the first day',
  })

/** `version` is the one that was read: a newer one is a conflict. */
export const announcementChange = z.intersection(
  announcementFields,
  z.object({ version: z.int().positive() }),
)

export const announcement = z.object({
  id: z.int(),
  version: z.int(),
  text: z.string(),
  link: z.string().nullable(),
  firstDay: z.string(),
  lastDay: z.string(),
  university: z.string().nullable(),
})

/** The newest first, ended ones included. */
export const announcementsResponse = z.object({ announcements: z.array(announcement) })

export type AnnouncementFields = z.infer<typeof announcementFields>
export type Announcement = z.infer<typeof announcement>
export type AnnouncementsResponse = z.infer<typeof announcementsResponse>

/** Says whether readers see the announcement. `all` is in the order of the pages: the newest first. */
export function announcementState(
  { id, firstDay, lastDay, university }: Announcement,
  all: readonly Announcement[],
  today: string,
): string {
  if (lastDay < today) return 'Ended'
  if (firstDay > today) return 'Waiting'
  const isCurrent = (each: Announcement) => each.firstDay <= today && today <= each.lastDay
  const isShownTo = (reader: string | null) =>
    all
      .filter((each) => isCurrent(each) && (each.university ?? reader) === reader)
      .slice(0, maxShownAnnouncements)
      .some((each) => each.id === id)
  const readers =
    university === null
      ? [null, ...campus.universities.map(({ shortName }) => shortName)]
      : [university]
  if (readers.every(isShownTo)) return 'Shown'
  return readers.some(isShownTo) ? 'Not shown to all' : 'Not shown'
}
