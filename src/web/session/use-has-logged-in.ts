import { useEffect } from 'react'
import { useSession } from './session.tsx'

/** Whether this document was ever shown to a visitor. The shell uses the hook below from the start, so it notices. */
let wasVisitor = false

/** Returns true only after a login on this page. Someone already logged in may have followed another person's link. */
export function useHasLoggedIn(): boolean {
  const { isLoggedIn } = useSession()
  useEffect(() => {
    if (!isLoggedIn) wasVisitor = true
  }, [isLoggedIn])
  return isLoggedIn && wasVisitor
}
