import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type ResetPassword, resetPassword } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { useApi } from '../api.ts'
import { AccountForm, fieldOf } from './account-form.tsx'
import { EmailField } from './email-field.tsx'
import { resetRequestSentence } from './failure-sentences.ts'
import { showFailure } from './show-failure.ts'

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const api = useApi()
  const form = useForm<ResetPassword>({ resolver: zodResolver(resetPassword), mode: 'onTouched' })
  const send = (values: ResetPassword) =>
    api.post(apiPaths.resetPassword, values).then(
      () => onSent(values.email),
      (error) => showFailure(form, error, resetRequestSentence(error)),
    )
  return (
    <AccountForm form={form} send={send} label="Send reset link" busyLabel="Sending…">
      <EmailField {...fieldOf(form, 'email')} autoComplete="email" enterKeyHint="send" />
    </AccountForm>
  )
}
