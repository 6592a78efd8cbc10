import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type ResetPasswordFields, resetPasswordFields } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { hasStatus, useApi } from '../api.ts'
import { setServerErrors } from '../forms/set-server-errors.ts'
import { AccountForm } from './account-form.tsx'
import { changePasswordErrorMessage } from './error-messages.ts'
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
      return setServerErrors(form, error, changePasswordErrorMessage(error))
    }
    if (!error.fields.password) return onInvalidLink(error.message)
    setServerErrors(form, error, error.message)
  }
  const submit = ({ password }: ResetPasswordFields) =>
    api.post(apiPaths.resetPassword, { token, password }).then(onChanged, handleError)
  return (
    <AccountForm form={form} onSubmit={submit} label="Change password" busyLabel="Saving…">
      <NewPasswordFields />
    </AccountForm>
  )
}
