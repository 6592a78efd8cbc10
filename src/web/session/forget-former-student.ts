import { createStorage, storedKeys } from '../ui/store.ts'

/** The id of the student who was logged in last in this browser. */
const lastStudent = createStorage<number>('localStorage', 'student')

/** What a student has typed and not posted or sent yet. The student's id is in the key. */
const typed = /^(draft|unsent)\/\d+\//

/** What the browser keeps for whoever uses it. The keys do not say whose it is. */
const keptForAnyone = /^(recent-searches$|sublet-needs\/)/

/**
 * Deletes what the browser still has of another student. Call it with the student whom the server knows, or without one once
 * it knows of none. What somebody typed outlives a session that only expired: they find it again after the next login. It is
 * deleted by a logout (`leave-account.ts`) and by the login of another student.
 */
export function forgetFormerStudent(studentId?: number) {
  const last = lastStudent.read()
  if (last !== undefined && last !== studentId) remove(storedKeys(keptForAnyone))
  if (studentId !== undefined) {
    remove(storedKeys(typed).filter((key) => key.split('/')[1] !== String(studentId)))
  }
  if (last !== studentId) lastStudent.write(studentId)
}

function remove(keys: string[]) {
  for (const key of keys) createStorage('localStorage', key).write(undefined)
}
