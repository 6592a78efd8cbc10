import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { contactId } from '../listings/contact-id.ts'
import { useSession } from '../session/session.tsx'
import { useHasLoggedIn } from '../session/use-has-logged-in.ts'
import type { useContact } from './use-contact.ts'

/**
 * A visitor who logged in to write finds the dialog open, after the code field if there is one to fill in; else the first
 * link has the focus. The hash that asks for it goes, so that neither a reload nor Back opens it again.
 */
export function useResumeContactAfterLogin({ kind, data, error }: ReturnType<typeof useContact>) {
  const actions = useRef<HTMLDivElement>(null)
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const { isLoggedIn } = useSession()
  const isAsked = isLoggedIn && hash === `#${contactId}`
  // Not by a link that others wrote.
  const hasLoggedIn = useHasLoggedIn()
  const [isResuming, setResuming] = useState(false)

  const begin = useEffectEvent(() => {
    // After the effect of the shell, which focuses the new page.
    queueMicrotask(() => focusFirstLink(actions))
    if (!hasLoggedIn) return
    setResuming(true)
    navigate(pathname + search, { replace: true, state, preventScrollReset: true })
  })
  useEffect(() => {
    if (isAsked) begin()
  }, [isAsked])

  const isKnown = data !== undefined || error !== null
  const shouldResume = isResuming && isKnown
  useEffect(() => {
    if (!shouldResume) return
    focusFirstLink(actions)
    // The message comes after the code.
    if (kind !== 'confirm') setResuming(false)
  }, [shouldResume, kind])
  return { actions, shouldResume }
}

const focusFirstLink = ({ current }: RefObject<Element | null>) =>
  current?.querySelector('a')?.focus()
