import { useState } from 'react'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useSession } from './session.tsx'

/**
 * Returns the student whose form is shown, once the page is hydrated: drafts are in the browser. The id stays when the
 * session ends, so that the form does, and changes when another student logs in.
 */
export function useFormStudent() {
  const { user } = useSession()
  const [studentId, setStudentId] = useState(user?.id)
  if (user && user.id !== studentId) setStudentId(user.id)
  return { user, studentId: useHydrated() ? studentId : undefined }
}
