import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import {
  type PasswordChanged,
  type ResetPasswordFields,
  resetPasswordFields,
} from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { setFieldErrors } from '../../forms/set-field-errors.ts'
import { setServerErrors } from '../../forms/set-server-errors.ts'
import { hasStatus, useApi } from '../../queries/api.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { AccountForm } from './account-form.tsx'
import { resetPasswordErrorMessage } from './error-messages.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

interface ResetPasswordFormProps {
  token: string
  onChanged: () => Promise<void>
  /** With the server's reason. */
  onInvalidLink: (message: string) => void
}

export function ResetPasswordForm({ token, onChanged, onInvalidLink }: ResetPasswordFormProps) {
  const api = useApi()
  const form = useForm<ResetPasswordFields>({
    resolver: zodResolver(resetPasswordFields),
    mode: 'onTouched',
  })
  const handleError = (error: unknown) => {
    if (!hasStatus(error, 400)) {
      return setServerErrors(form, error, resetPasswordErrorMessage(error))
    }
    if (!error.fields.password) return onInvalidLink(error.message)
    setFieldErrors(form, error)
  }
  const submit = ({ password }: ResetPasswordFields) =>
    api.post<PasswordChanged>(apiPaths.resetPassword, { token, password }).then(({ notice }) => {
      if (notice) showToast({ variant: 'info', text: notice })
      return onChanged()
    }, handleError)
  return (
    <AccountForm form={form} onSubmit={submit} label="Change password" busyLabel="Saving…">
      <NewPasswordFields />
    </AccountForm>
  )
}
