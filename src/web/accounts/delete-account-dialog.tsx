import { type SubmitEvent, useId, useState } from 'react'
import type { SessionUser } from '#contract/accounts.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { ApiError, useApi } from '../api.ts'
import { useNavigate } from '../navigation/router.tsx'
import { useQueryClient } from '../queries/use-query.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { useMutation } from '../ui/use-mutation.ts'
import { broadcastSessionChange } from './session-broadcast.ts'
import { setSessionUser } from './set-session-user.ts'

export function DeleteAccountDialog({
  user,
  open,
  onClose,
  onDeleted,
}: {
  user: SessionUser
  open: boolean
  onClose: () => void
  onDeleted: () => void
}) {
  const formId = useId()
  const [password, setPassword] = useState('')
  const { mutate, isPending, error, reset } = useDeleteAccount(onDeleted)
  const fieldError = error instanceof ApiError ? error.fields.password : undefined

  const close = () => {
    setPassword('')
    reset()
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    mutate(password)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Delete my account"
      footer={
        <>
          <Button type="submit" form={formId} variant="danger" busy={isPending}>
            Delete for good
          </Button>
          <Button variant="secondary" onClick={close}>
            Keep my account
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <p className="mb-4">
          This removes your account, your listings and your photos. It cannot be undone. Enter your
          password to confirm.
        </p>
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          error={fieldError}
          onChange={(event) => {
            setPassword(event.target.value)
            reset()
          }}
        />
        <p role="alert" className="text-danger empty:hidden">
          {error && !fieldError ? error.message : undefined}
        </p>
      </form>
    </Dialog>
  )
}

function useDeleteAccount(onDeleted: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation(async (password: string) => {
    await api.delete(apiPaths.account, { password })
    onDeleted()
    broadcastSessionChange()
    // Navigates first: without a user the dashboard would show its logged-out state for a moment.
    navigate(pagePaths.home)
    setSessionUser(queryClient, null)
    showToast({ variant: 'ok', text: 'Your account and everything in it are deleted.' })
  })
}
