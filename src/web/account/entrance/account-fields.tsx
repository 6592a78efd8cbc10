import './password-rule-list.css'
import { CheckIcon } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { campus, joinWords } from '#campus/campus.ts'
import type { ResetPasswordFields } from '#contract/accounts.ts'
import { passwordManagerRules, passwordRules } from '#contract/password-rules.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { revalidate } from '../../forms/revalidate.ts'
import { PasswordField, TextField, type TextFieldProps } from '../../ui/controls/text-field.tsx'

const listDomains = () =>
  campus.universities.flatMap(({ emailDomains }) => emailDomains).map((name) => `@${name}`)

export function EmailField({ error, ...props }: Omit<TextFieldProps, 'label' | 'type'>) {
  return (
    <TextField
      label="Email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      error={error === campus.invalidEmailMessage ? <InvalidEmail /> : error}
      {...props}
    />
  )
}

function InvalidEmail() {
  return (
    <span>
      {campus.invalidEmailMessage}{' '}
      <span className="block pb-2 font-normal text-ink">
        Use your {joinWords(listDomains(), 'or')} email.
      </span>
    </span>
  )
}

/** First and last name, in a form that has both. */
export function NameFields({ enterKeyHint }: { enterKeyHint: 'next' | 'go' }) {
  const form = useFormContext<{ firstName: string; lastName: string }>()
  return (
    <>
      <TextField
        {...fieldProps(form, 'firstName')}
        label="First name"
        autoComplete="given-name"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField
        {...fieldProps(form, 'lastName')}
        label="Last name"
        autoComplete="family-name"
        autoCapitalize="words"
        enterKeyHint={enterKeyHint}
      />
    </>
  )
}

/** Lets password managers generate a password that meets the rules. */
const newPassword = { autoComplete: 'new-password', passwordrules: passwordManagerRules }

/** The fields for password and confirmation with the password rules, for any form with these two fields. */
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
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <PasswordField
        {...fieldProps(form, 'password')}
        {...registration}
        label={label}
        {...newPassword}
        enterKeyHint="next"
      />
      <PasswordRuleList password={password ?? ''} />
      <PasswordField
        {...fieldProps(form, 'confirmPassword')}
        label={confirmLabel}
        {...newPassword}
        enterKeyHint="go"
      />
    </div>
  )
}

/** The password rules, marked as met while the password is typed. */
function PasswordRuleList({ password }: { password: string }) {
  const met = passwordRules.filter((rule) => rule.isMet(password))
  return (
    <>
      <ul aria-label="Password rules" className="password-rule-list">
        {passwordRules.map((rule) => (
          <li key={rule.id} data-met={met.includes(rule)}>
            <span className="password-rule-list-mark">
              {met.includes(rule) && <CheckIcon size={14} />}
            </span>
            {rule.label}
            <span className="sr-only">{met.includes(rule) ? ' (met)' : ' (not met yet)'}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {password && `${met.length} of ${passwordRules.length} password rules met`}
      </p>
    </>
  )
}
