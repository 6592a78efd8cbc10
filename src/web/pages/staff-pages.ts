import { isStaff } from '#contract/is-staff.ts'
import { loadFigures } from './moderation-figures.loader.ts'
import { Component as Figures } from './moderation-figures.tsx'
import { loadModeratedListing } from './moderation-listing.loader.ts'
import { Component as ModeratedListing } from './moderation-listing.tsx'
import { loadLog } from './moderation-log.loader.ts'
import { Component as Log } from './moderation-log.tsx'
import { loadQueue } from './moderation-queue.loader.ts'
import { Component as Queue } from './moderation-queue.tsx'
import { loadModeratedStudent } from './moderation-student.loader.ts'
import { Component as ModeratedStudent } from './moderation-student.tsx'
import { loadStudents } from './moderation-students.loader.ts'
import { Component as Students } from './moderation-students.tsx'
import { onlyFor } from './only-for.tsx'

const staffOnly = onlyFor(isStaff)

export const queue = staffOnly(Queue, loadQueue)
export const listing = staffOnly(ModeratedListing, loadModeratedListing)
export const students = staffOnly(Students, loadStudents)
export const student = staffOnly(ModeratedStudent, loadModeratedStudent)
export const log = staffOnly(Log, loadLog)
export const figures = staffOnly(Figures, loadFigures)
