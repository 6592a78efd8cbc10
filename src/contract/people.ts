import { z } from 'zod'
import { isStorableText, removeBidiControls } from '#categories/text-rules.ts'
import { maxHandoverLength, userRoles } from './moderation-rules.ts'

const day = z.string()

/** A moderator or an admin, as other admins see them. */
const staffRole = z.object({
  id: z.int(),
  name: z.string(),
  role: z.enum(userRoles),
  /** The last day of the role. Null for the only admin, whose role has no end. */
  endsOn: day.nullable(),
  /** Whether the day has passed. The role of the last admin goes on. */
  isOver: z.boolean(),
  /** The last day on which they used the role. */
  activeOn: day.nullable(),
  /** The day on which an admin gave the role or confirmed it. */
  confirmedOn: day.nullable(),
  /** Whether the review of this year still waits for an admin to confirm the role. */
  isToConfirm: z.boolean(),
  /** Whether it is the admin who asks. Nobody changes or confirms their own role. */
  isOwn: z.boolean(),
  /** The newest log entry about them, to send back with a change. */
  seen: z.int().nullable(),
})

export const rolesResponse = z.object({
  roles: z.array(staffRole),
  /** The last review: its year, and whether it is still September. */
  review: z.object({ year: z.int(), isOpen: z.boolean() }),
})

/** What has to be done soon, in the order of the days. `on` is null for what is due now. */
const dueItem = z.object({
  kind: z.enum(['role', 'term', 'setting', 'hold', 'deletion', 'backup']),
  text: z.string(),
  on: day.nullable(),
})

export const handoverResponse = z.object({
  site: z.object({
    appUrl: z.string(),
    version: z.string(),
    database: z.string(),
    photos: z.string(),
    mail: z.string(),
    /** When the newest backup of the daily job was made, or null if Quad makes none or none exists. */
    lastBackupAt: z.iso.datetime().nullable(),
  }),
  roles: z.array(staffRole),
  due: z.array(dueItem),
  notes: z.object({
    text: z.string(),
    /** 0 before the first save. */
    version: z.int(),
    changedBy: z.string().nullable(),
    changedAt: z.iso.datetime().nullable(),
  }),
})

export const handoverNotesBody = z.object({
  text: z
    .string('Must be text')
    .overwrite((text) => removeBidiControls(text).trim())
    .max(maxHandoverLength, `Must be at most ${maxHandoverLength} characters`)
    .refine(isStorableText, "Contains a character we can't read"),
  /** The version that was edited. If somebody else has saved since, the answer is 409. */
  basedOn: z.int(),
})

export type StaffRole = z.infer<typeof staffRole>
export type RolesResponse = z.infer<typeof rolesResponse>
export type DueItem = z.infer<typeof dueItem>
export type HandoverResponse = z.infer<typeof handoverResponse>
export type HandoverNotes = z.infer<typeof handoverNotesBody>
