import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The token of a reset link, empty if there is none. It leaves the address bar, where others might read or copy it, for
 * the state of the history entry, which reload and Back keep and no request sends.
 */
export function useResetToken(): string {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const inAddress = readToken(hash.slice(1)) ?? readToken(search)
  useEffect(() => {
    if (inAddress === null) return
    navigate(pathname, { replace: true, preventScrollReset: true, state: { token: inAddress } })
  }, [inAddress, pathname, navigate])
  return inAddress ?? (state as { token?: string } | null)?.token ?? ''
}

const readToken = (parameters: string) => new URLSearchParams(parameters).get('token')
