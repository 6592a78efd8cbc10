import { createContext, type RefObject } from 'react'
import { useLocation } from 'react-router'

/** In the history entry of an account form: what was typed on the one before. An address is in no URL. */
export interface TypedEmail {
  email?: string
}

/** For the form that a link of another one led to. */
export function useTypedEmail(): TypedEmail {
  const { state } = useLocation()
  return typeof state?.email === 'string' ? { email: state.email } : {}
}

/** Of an account screen: its form sets the function, its links call it. */
export const ReadEmailContext = createContext<RefObject<(() => string | undefined) | null> | null>(
  null,
)
