import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type ChangePasswordForm, changePasswordForm } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { ApiError, useApi } from '../api.ts'
import { AccountForm } from './account-form.tsx'
import { changePasswordSentence } from './failure-sentences.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { showFailure } from './show-failure.ts'

interface ResetPasswordFormProps {
  token: string
  onChanged: () => Promise<void>
  /** The link no longer works; the server says why. */
  onDeadLink: (sentence: string) => void
}

export function ResetPasswordForm({ token, onChanged, onDeadLink }: ResetPasswordFormProps) {
  const api = useApi()
  const form = useForm<ChangePasswordForm>({
    resolver: zodResolver(changePasswordForm),
    mode: 'onTouched',
  })
  const fail = (error: unknown) => {
    const refused = error instanceof ApiError && error.status === 400
    if (refused && !error.fields.password) return onDeadLink(error.message)
    showFailure(form, error, refused ? error.message : changePasswordSentence(error))
  }
  const send = ({ password }: ChangePasswordForm) =>
    api.post(apiPaths.changePassword, { token, password }).then(onChanged, fail)
  return (
    <AccountForm form={form} send={send} label="Change password" busyLabel="Saving…">
      <NewPasswordFields />
    </AccountForm>
  )
}
