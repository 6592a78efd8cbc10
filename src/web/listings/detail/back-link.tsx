import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeftIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Location, useLocation } from 'react-router'
import { type BackState, isBackState } from '../../navigation/back-state.ts'
import { Link } from '../../navigation/link.tsx'
import { useGoBack } from '../../navigation/use-go-back.ts'
import { useApi } from '../../queries/api.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { backLabel } from './back-label.ts'

/** The way back to the list that led here, with its filters; the children if none did. */
export function BackLink({ children }: { children: ReactNode }) {
  const location = useLocation()
  const queryClient = useQueryClient()
  const api = useApi()
  // The server knows neither the history nor the referrer.
  const back = useHydrated() ? findList(location) : undefined
  const goBack = useGoBack(back?.steps)
  const label = back && backLabel(back.listUrl, queryClient, api)
  if (!label) return children

  return (
    <p className="flex text-sm">
      <Link
        to={back.listUrl}
        onClick={goBack}
        className="link inline-flex items-center gap-1.5 py-1"
      >
        <ArrowLeftIcon size={16} className="flex-none" />
        {label}
      </Link>
    </p>
  )
}

/** From the link that was pressed or, if that was before the code had arrived, from the document's referrer. */
function findList({ state, key }: Location): BackState | undefined {
  if (isBackState(state)) return state
  const { referrer } = document
  // The referrer is that of the document's first page, whose history entry has this key.
  if (key !== 'default' || !referrer.startsWith(`${window.location.origin}/`)) return undefined
  return { listUrl: referrer.slice(window.location.origin.length), steps: 0 }
}
