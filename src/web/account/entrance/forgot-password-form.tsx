import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type RequestPasswordReset, requestPasswordResetBody } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { setServerErrors } from '../../forms/set-server-errors.ts'
import { useApi } from '../../queries/api.ts'
import { AccountForm } from './account-form.tsx'
import { EmailField } from './email-field.tsx'
import { requestResetErrorMessage } from './error-messages.ts'
import { useTypedEmail } from './typed-email.ts'

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const api = useApi()
  const form = useForm<RequestPasswordReset>({
    resolver: zodResolver(requestPasswordResetBody),
    mode: 'onTouched',
    defaultValues: useTypedEmail(),
  })
  const submit = (values: RequestPasswordReset) =>
    api.post(apiPaths.requestPasswordReset, values).then(
      () => onSent(values.email),
      (error) => setServerErrors(form, error, requestResetErrorMessage(error)),
    )
  return (
    <AccountForm form={form} onSubmit={submit} label="Send reset link" busyLabel="Sending…">
      <EmailField {...fieldProps(form, 'email')} autoComplete="email" enterKeyHint="send" />
    </AccountForm>
  )
}
