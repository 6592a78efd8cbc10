import { zodResolver } from '@hookform/resolvers/zod'
import type { PasswordChanged } from '#contract/accounts.ts'
import {
  type ChangeAccount,
  type ChangePassword,
  type ChangePasswordFields,
  changedNames,
  changePasswordFields,
  newPasswordFields,
  type OwnAccount,
} from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import { fieldProps } from '../forms/field-props.ts'
import { setFieldErrors } from '../forms/set-field-errors.ts'
import { useTouchedForm } from '../forms/use-touched-form.ts'
import { proveFirst } from '../session/identity/identity-request.ts'
import { useAccountMutation } from '../session/use-account-mutation.ts'
import { PasswordField } from '../ui/controls/text-field.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { NameFields, NewPasswordFields } from './entrance/account-fields.tsx'
import { AccountForm } from './entrance/account-form.tsx'

export function NamesForm({ account }: { account: OwnAccount }) {
  const { firstName, lastName } = account
  const form = useTouchedForm({
    values: { firstName, lastName },
    resolver: zodResolver(changedNames(account)),
  })
  const { mutateAsync: save } = useAccountMutation((api, names: ChangeAccount) =>
    api.patch(apiPaths.account, names),
  )
  const submit = (names: ChangeAccount) =>
    save(names).then(
      () => showToast({ variant: 'ok', text: 'Name saved.' }),
      (error) => setFieldErrors(form, error),
    )
  const isHydrated = useHydrated()
  return (
    <AccountForm form={form} onSubmit={submit} label="Save name" busyLabel="Saving…" compact>
      <fieldset disabled={!isHydrated} className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <legend className="sr-only">Your name</legend>
        <NameFields enterKeyHint="go" />
      </fieldset>
    </AccountForm>
  )
}

/** An account that was made by another login has no password yet. */
export function ChangePasswordForm({
  email,
  hasPassword,
}: {
  email: string
  hasPassword: boolean
}) {
  const form = useTouchedForm<ChangePasswordFields>({
    resolver: zodResolver(hasPassword ? changePasswordFields : newPasswordFields),
    defaultValues: { current: '' },
  })
  const { mutateAsync: change } = useAccountMutation((api, body: ChangePassword) =>
    proveFirst(() => api.post<PasswordChanged>(apiPaths.changePassword, body)),
  )
  const submit = ({ current, password }: ChangePasswordFields) =>
    change({ current: hasPassword ? current : null, password }).then(
      ({ notice }) => {
        form.reset()
        const text = `Password ${hasPassword ? 'changed' : 'set'}. Your other devices are logged out.`
        showToast({ variant: 'ok', text: notice ? `${text} ${notice}` : text })
      },
      (error) => setFieldErrors(form, error),
    )
  return (
    <AccountForm
      form={form}
      onSubmit={submit}
      label={hasPassword ? 'Change password' : 'Set a password'}
      busyLabel="Saving…"
      compact
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <PasswordField
          {...fieldProps(form, 'current')}
          label="Current password"
          autoComplete="current-password"
          enterKeyHint="next"
        />
      )}
      <NewPasswordFields label="New password" confirmLabel="Confirm new password" />
    </AccountForm>
  )
}
