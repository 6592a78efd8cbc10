import { useFormContext, useWatch } from 'react-hook-form'
import type { ResetPasswordFields } from '#contract/accounts.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { revalidate } from '../../forms/revalidate.ts'
import { PasswordField } from '../../ui/controls/text-field.tsx'
import { PasswordRuleList } from './password-rule-list.tsx'

/** Password, rules and confirmation, for any form with these two fields. */
export function NewPasswordFields({
  label = 'Password',
  confirmLabel = 'Confirm password',
}: {
  label?: string
  confirmLabel?: string
}) {
  const form = useFormContext<ResetPasswordFields>()
  const password = useWatch({ control: form.control, name: 'password' })
  const registration = form.register('password', {
    onChange: () => revalidate(form, 'confirmPassword'),
  })
  return (
    <>
      <PasswordField
        {...fieldProps(form, 'password')}
        {...registration}
        label={label}
        autoComplete="new-password"
        enterKeyHint="next"
      />
      <PasswordRuleList password={password ?? ''} />
      <PasswordField
        {...fieldProps(form, 'confirmPassword')}
        label={confirmLabel}
        autoComplete="new-password"
        enterKeyHint="go"
      />
    </>
  )
}
