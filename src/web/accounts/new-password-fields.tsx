import { useFormContext, useWatch } from 'react-hook-form'
import type { ChangePasswordForm } from '#contract/accounts.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { fieldOf } from './account-form.tsx'
import { PasswordRuleList } from './password-rule-list.tsx'

/** A new password, its rules and its confirmation, for any form that holds these two fields. */
export function NewPasswordFields() {
  const form = useFormContext<ChangePasswordForm>()
  const password = useWatch({ control: form.control, name: 'password' })
  const chosen = form.register('password', {
    onChange: () => {
      const { isTouched } = form.getFieldState('confirmPassword')
      if (isTouched || form.formState.isSubmitted) form.trigger('confirmPassword')
    },
  })
  return (
    <>
      <PasswordField
        {...fieldOf(form, 'password')}
        {...chosen}
        label="Password"
        autoComplete="new-password"
        enterKeyHint="next"
      />
      <PasswordRuleList password={password ?? ''} />
      <PasswordField
        {...fieldOf(form, 'confirmPassword')}
        label="Confirm password"
        autoComplete="new-password"
        enterKeyHint="go"
      />
    </>
  )
}
