import { zodResolver } from '@hookform/resolvers/zod'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { campus } from '#campus/campus.ts'
import {
  type CheckedResetLink,
  invalidResetLinkMessage,
  type PasswordChanged,
  type ResetPasswordFields,
  resetPasswordFields,
} from '#contract/accounts.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { NewPasswordFields } from '../account/entrance/account-fields.tsx'
import { AccountForm } from '../account/entrance/account-form.tsx'
import { EntranceLayout } from '../account/entrance/entrance-layout.tsx'
import { resetPasswordErrorMessage } from '../account/entrance/error-messages.ts'
import { setFieldErrors } from '../forms/set-field-errors.ts'
import { setServerErrors } from '../forms/set-server-errors.ts'
import { useTouchedForm } from '../forms/use-touched-form.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { type Api, hasStatus, useApi } from '../queries/api.ts'
import { fetchSession } from '../session/session.tsx'
import { broadcastSessionChange, setSessionUser } from '../session/set-session-user.ts'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

/**
 * The server does not see the token, so it renders the form for everyone. A script hides it at once if there is no token. The
 * browser then finds out about a dead link.
 */
export function Component() {
  useHead({
    title: `Choose a new password · ${campus.brand}`,
    description: `Choose a new ${campus.brand} password.`,
  })
  const isHydrated = useHydrated()
  const token = useResetToken()
  const { data: link, error } = useQuery({
    ...resetLinkQuery(useApi(), token),
    enabled: token !== '',
  })
  const [submitError, setSubmitError] = useState<string>()
  const finishReset = useFinishReset()
  useLayoutEffect(() => {
    if (isHydrated) delete document.documentElement.dataset.incomplete
  }, [isHydrated])
  if (isHydrated && !token) {
    return <InvalidLink message="This link is incomplete. Ask for a new one." />
  }
  // The form stays after any other error, because the server checks the link again.
  const linkError = hasStatus(error, 400) ? invalidResetLinkMessage : submitError
  if (linkError) return <InvalidLink message={linkError} />
  return (
    <>
      {!isHydrated && <script src="/reset-link.js" />}
      <EntranceLayout
        title="Choose a new password"
        lead="We'll log you out everywhere. Then log in with your new password."
        wide
      >
        <ResetPasswordForm
          token={token}
          hasPasskeys={link?.hasPasskeys ?? false}
          onChanged={finishReset}
          onInvalidLink={setSubmitError}
        />
      </EntranceLayout>
    </>
  )
}

/**
 * Updates the session and leads to the login. The server has ended all sessions of the student, perhaps also this browser's.
 */
function useFinishReset() {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    setSessionUser(queryClient, await fetchSession(api).catch(() => null))
    broadcastSessionChange()
    showToast({ variant: 'ok', text: 'Your password was changed. Log in with the new one.' })
    navigate(pagePaths.login(), { replace: true })
  }
}

function InvalidLink({ message }: { message: string }) {
  return (
    <EntranceLayout title="This link doesn't work" lead={message} focusHeading>
      <LinkButton as={Link} to={pagePaths.forgotPassword} fullWidth className="mt-6">
        Ask for a new link
      </LinkButton>
    </EntranceLayout>
  )
}

interface ResetPasswordFormProps {
  token: string
  hasPasskeys: boolean
  onChanged: () => Promise<void>
  /** Called with the server's reason. */
  onInvalidLink: (message: string) => void
}

function ResetPasswordForm({
  token,
  hasPasskeys,
  onChanged,
  onInvalidLink,
}: ResetPasswordFormProps) {
  const api = useApi()
  const form = useTouchedForm<ResetPasswordFields>({
    resolver: zodResolver(resetPasswordFields),
  })
  const handleError = (error: unknown) => {
    if (!hasStatus(error, 400)) {
      return setServerErrors(form, error, resetPasswordErrorMessage(error))
    }
    if (!error.fields.password) return onInvalidLink(error.message)
    setFieldErrors(form, error)
  }
  const submit = ({ password, keepsPasskeys = false }: ResetPasswordFields) =>
    api
      .post<PasswordChanged>(apiPaths.resetPassword, { token, password, keepsPasskeys })
      .then(({ notice }) => {
        if (notice) showToast({ variant: 'info', text: notice })
        return onChanged()
      }, handleError)
  return (
    <AccountForm form={form} onSubmit={submit} label="Change password" busyLabel="Saving…">
      <NewPasswordFields />
      {hasPasskeys && (
        <Checkbox
          {...form.register('keepsPasskeys')}
          label="Keep my passkeys"
          help="Leave this off if somebody else may have added one. You can add yours again."
        />
      )}
    </AccountForm>
  )
}

/**
 * Checks the link. It fails with 400 if the link no longer works. A page asks only once, because using a link ends it too.
 */
const resetLinkQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: () => api.post<CheckedResetLink>(apiPaths.checkResetLink, { token }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/**
 * Returns the token of a reset link, or an empty string. Moves the token from the address bar, where others might read or
 * copy it, to the state of the history entry, which survives reload and Back and is never sent.
 */
function useResetToken(): string {
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
