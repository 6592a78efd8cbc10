import { useEffect } from 'react'
import { useSession } from './session.tsx'

/** Whether a visitor has had this document. The shell asks from the start. */
let wasVisitor = false

/** Whether the student logged in here. Who was logged in already may have come by a link that others wrote. */
export function useHasLoggedIn(): boolean {
  const { isLoggedIn } = useSession()
  useEffect(() => {
    if (!isLoggedIn) wasVisitor = true
  }, [isLoggedIn])
  return isLoggedIn && wasVisitor
}
