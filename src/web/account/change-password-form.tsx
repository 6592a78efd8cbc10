import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { PasswordChanged } from '#contract/accounts.ts'
import {
  type ChangePassword,
  type ChangePasswordFields,
  changePasswordFields,
} from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import { fieldProps } from '../forms/field-props.ts'
import { setFieldErrors } from '../forms/set-field-errors.ts'
import { useAccountMutation } from '../session/use-account-mutation.ts'
import { PasswordField } from '../ui/controls/text-field.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { AccountForm } from './entrance/account-form.tsx'
import { NewPasswordFields } from './entrance/new-password-fields.tsx'

export function ChangePasswordForm({ email }: { email: string }) {
  const form = useForm<ChangePasswordFields>({
    resolver: zodResolver(changePasswordFields),
    mode: 'onTouched',
  })
  const { mutateAsync: change } = useAccountMutation((api, body: ChangePassword) =>
    api.post<PasswordChanged>(apiPaths.changePassword, body),
  )
  const submit = ({ current, password }: ChangePasswordFields) =>
    change({ current, password }).then(
      ({ notice }) => {
        form.reset()
        const text = 'Password changed. Your other devices are logged out.'
        showToast({ variant: 'ok', text: notice ? `${text} ${notice}` : text })
      },
      (error) => setFieldErrors(form, error),
    )
  return (
    <AccountForm form={form} onSubmit={submit} label="Change password" busyLabel="Saving…" compact>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...fieldProps(form, 'current')}
        label="Current password"
        autoComplete="current-password"
        enterKeyHint="next"
      />
      <NewPasswordFields label="New password" confirmLabel="Confirm new password" />
    </AccountForm>
  )
}
