import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { confirmationCode } from '#contract/account-rules.ts'
import type { ResendCode, SessionUser } from '#contract/accounts.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { ApiError, errorMessage, hasStatus, useApi } from '../../queries/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { createStorage } from '../../ui/store.ts'
import { accountQuery } from '../account-queries.ts'
import { useLoginWays } from '../login-ways.ts'

/** When this tab last asked for a code. */
interface LastCode {
  sentAt: number
  /** The time when the student can ask for a new code. */
  retryAt: number
}

type StudentId = SessionUser['id']

const noCode: LastCode = { sentAt: 0, retryAt: 0 }
const storageOf = (studentId: StudentId) =>
  createStorage<LastCode>('sessionStorage', `confirmation-code/${studentId}`)
const queryKey = (studentId: StudentId) => ['confirmation-code', studentId]

/**
 * The last code. All fields of the tab share it, even after a reload, so that a field that opens again sends no second
 * email.
 */
export const lastCodeQuery = (studentId: StudentId) =>
  queryOptions({
    queryKey: queryKey(studentId),
    queryFn: ({ client }) =>
      storageOf(studentId).read() ?? client.getQueryData<LastCode>(queryKey(studentId)) ?? noCode,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

export function setLastCode(
  queryClient: QueryClient,
  studentId: StudentId,
  changes: Partial<LastCode>,
) {
  const { queryKey, gcTime } = lastCodeQuery(studentId)
  queryClient.setQueryDefaults(queryKey, { gcTime })
  const last = queryClient.setQueryData(queryKey, (last = noCode) => ({ ...last, ...changes }))
  storageOf(studentId).write(last)
}

/** Remembers that the sign-up has sent the first code. */
export function rememberFirstCode(queryClient: QueryClient, { id }: Pick<SessionUser, 'id'>) {
  const sentAt = Date.now()
  setLastCode(queryClient, id, { sentAt, retryAt: sentAt + confirmationCode.resendSeconds * 1000 })
}

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
      // The account may say that the previous code was refused, which says nothing about the new code.
      queryClient.invalidateQueries({ queryKey: accountQuery(api).queryKey, exact: true })
      onSent()
    },
    onError: (error) => {
      const waitMs = error instanceof ApiError ? error.retryAfterMs : undefined
      if (!waitMs) return
      const retryAt = Date.now() + waitMs
      // A wait this short means that another tab or the sign-up has just sent a code.
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
    /** Whether the student pressed the button. False if the form sent the code by itself. */
    isPressed: variables?.isPressed ?? false,
    isSent: isSuccess,
    /** Whether the tab's last code has been read from storage. */
    isKnown: lastCode !== undefined,
    hasLiveCode,
    error: error && !mustWait ? errorMessage(error) : undefined,
    /** The reason why the student has to wait. */
    waitMessage: mustWait ? error.message : undefined,
    secondsToWait,
  }
}

/** The longest wait that is counted down. After the last code of the day, the wait is longer and has no countdown. */
const maxCountdownSeconds = 120

export function ResendButton({
  resend,
  isPrimary,
}: {
  resend: ReturnType<typeof useResendCode>
  isPrimary: boolean
}) {
  const { send, isPressed, isSending, isSent, hasLiveCode, secondsToWait, waitMessage } = resend
  const mustWait = secondsToWait > 0
  const isLongWait = secondsToWait > maxCountdownSeconds
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        size={isPrimary ? undefined : 'small'}
        busy={isSending}
        aria-disabled={mustWait || undefined}
        className="[font-variant-numeric:tabular-nums] aria-disabled:border-line aria-disabled:text-ink-2"
        onClick={mustWait ? undefined : () => send(true)}
      >
        {hasLiveCode ? 'Send a new code' : 'Send me a code'}
        {mustWait && !isLongWait && ` in ${secondsToWait} s`}
      </Button>
      <p role="status" className="measure text-sm empty:hidden">
        {isPressed && isSent && 'A new code is on its way.'}
        {(isPressed || isLongWait) && mustWait && waitMessage}
        {isLongWait && (
          <>
            {!waitMessage && 'No more codes today.'} <ResetLink />
          </>
        )}
      </p>
    </div>
  )
}

function ResetLink() {
  const { password: hasPasswords } = useLoginWays()
  if (!hasPasswords) return null
  return (
    <Link to={pagePaths.forgotPassword} className="link inline-block">
      Reset your password
    </Link>
  )
}

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000))

/** Returns the seconds until a time in milliseconds, or 0 once it has passed. */
function useCountdown(time: number): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (secondsUntil(time) === 0) return () => undefined
      const timer = setInterval(() => {
        if (secondsUntil(time) === 0) clearInterval(timer)
        listener()
      }, 1000)
      return () => clearInterval(timer)
    },
    [time],
  )
  return useSyncExternalStore(
    subscribe,
    () => secondsUntil(time),
    () => 0,
  )
}
