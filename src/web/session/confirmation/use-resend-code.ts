import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { confirmationCode } from '#contract/account-rules.ts'
import type { ResendCode, SessionUser } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { ApiError, errorMessage, hasStatus, useApi } from '../../queries/api.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { accountQuery } from '../account-queries.ts'
import { lastCodeQuery, setLastCode } from './last-code.ts'

/** Mails a new code. */
export function useResendCode({ id }: Pick<SessionUser, 'id'>, onSent: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { data: lastCode } = useQuery(lastCodeQuery(id))
  const hasLiveCode = Date.now() < (lastCode?.sentAt ?? 0) + confirmationCode.validMinutes * 60_000
  const { mutate, isPending, isSuccess, variables, error, reset } = useMutation({
    mutationFn: (_: { isPressed: boolean }) => api.post<ResendCode>(apiPaths.resendCode),
    onSuccess: ({ retryAfter }) => {
      const now = Date.now()
      setLastCode(queryClient, id, { sentAt: now, retryAt: now + retryAfter * 1000 })
      // Whether the code before was refused says nothing about this one.
      queryClient.invalidateQueries({ queryKey: accountQuery(api).queryKey, exact: true })
      onSent()
    },
    onError: (error) => {
      const waitMs = error instanceof ApiError ? error.retryAfterMs : undefined
      if (!waitMs) return
      const retryAt = Date.now() + waitMs
      // So short a wait follows a code: another tab has asked for it, or the sign-up.
      const sentAt = retryAt - confirmationCode.resendSeconds * 1000
      setLastCode(queryClient, id, sentAt <= Date.now() ? { sentAt, retryAt } : { retryAt })
    },
  })
  const secondsToWait = useCountdown(lastCode?.retryAt ?? 0)
  const mustWait = hasStatus(error, 429)
  return {
    send: (isPressed: boolean) => mutate({ isPressed }),
    forget: reset,
    isSending: isPending,
    /** False if nobody pressed the button. */
    isPressed: variables?.isPressed ?? false,
    isSent: isSuccess,
    /** False until what the tab remembers is read. */
    isKnown: lastCode !== undefined,
    hasLiveCode,
    error: error && !mustWait ? errorMessage(error) : undefined,
    /** Why it has to wait. */
    waitMessage: mustWait ? error.message : undefined,
    secondsToWait,
  }
}
