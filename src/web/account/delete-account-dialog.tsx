import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { type DeleteAccount, deleteAccountBody, type SessionUser } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { fieldProps } from '../forms/field-props.ts'
import { setServerErrors } from '../forms/set-server-errors.ts'
import { errorMessage, useApi } from '../queries/api.ts'
import { hasMessages } from '../session/has-messages.ts'
import { leaveAccount } from '../session/leave-account.ts'
import { broadcastSessionChange, setSessionUser } from '../session/set-session-user.ts'
import { Button } from '../ui/controls/button.tsx'
import { PasswordField } from '../ui/controls/text-field.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'

export function DeleteAccountDialog({
  user,
  open,
  onClose,
}: {
  user: SessionUser
  open: boolean
  onClose: () => void
}) {
  const formId = useId()
  const form = useForm<DeleteAccount>({
    resolver: zodResolver(deleteAccountBody),
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const deleteAccount = useDeleteAccount()

  const close = () => {
    form.reset()
    onClose()
  }
  const submit = form.handleSubmit((body) =>
    deleteAccount(body).catch((error) => setServerErrors(form, error, errorMessage(error))),
  )
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Delete my account"
      footer={
        <>
          <Button type="submit" form={formId} variant="danger" busy={isSubmitting}>
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
          This removes your account, your listings and your photos.{' '}
          {hasMessages(user) &&
            'What you wrote to other students stays with them, without your name. '}
          It cannot be undone. Enter your password to confirm.
        </p>
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          {...fieldProps(form, 'password')}
          label="Password"
          autoComplete="current-password"
        />
        <p role="alert" className="text-danger empty:hidden">
          {errors.password ? undefined : errors.root?.message}
        </p>
      </form>
    </Dialog>
  )
}

function useDeleteAccount() {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (body: DeleteAccount) => {
    await api.delete(apiPaths.account, body)
    broadcastSessionChange()
    // Navigates first, because without a student the account page would lead to the login.
    await leaveAccount(navigate)
    setSessionUser(queryClient, null)
    showToast({ variant: 'ok', text: 'Your account and everything in it are deleted.' })
  }
}
