import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { universities } from '#campus.ts'
import { type SignUp, signUpBody as signUpSchema } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { hasStatus, useApi } from '../api.ts'
import { fieldProps } from '../forms/field-props.ts'
import { setServerErrors } from '../forms/set-server-errors.ts'
import { TextField } from '../ui/text-field.tsx'
import { AccountForm } from './account-form.tsx'
import { EmailField } from './email-field.tsx'
import { loginErrorMessage, signUpErrorMessage } from './error-messages.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useLogin } from './use-login.ts'

const emailTakenMessage = 'That email has been taken'

const acceptedDomains = universities
  .flatMap(({ emailDomains }) => emailDomains)
  .map((domain) => `@${domain}`)
  .join(', ')

export function SignUpForm() {
  const api = useApi()
  const login = useLogin()
  const form = useForm<SignUp>({ resolver: zodResolver(signUpSchema), mode: 'onTouched' })
  // If only the login fails, the next submit must not try to create the account again.
  const createdEmail = useRef<string>(undefined)

  const submit = async (values: SignUp) => {
    try {
      if (createdEmail.current !== values.email) await api.post(apiPaths.users, values)
      createdEmail.current = values.email
    } catch (error) {
      if (hasStatus(error, 409)) {
        return form.setError('email', { message: emailTakenMessage }, { shouldFocus: true })
      }
      return setServerErrors(form, error, signUpErrorMessage(error))
    }
    await login(values).catch((error) => setServerErrors(form, error, loginErrorMessage(error)))
  }

  return (
    <AccountForm form={form} onSubmit={submit} label="Sign up" busyLabel="Signing up…">
      <div className="grid grid-cols-2 gap-x-4">
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
          enterKeyHint="next"
        />
      </div>
      <EmailField
        {...fieldProps(form, 'email')}
        help={acceptedDomains}
        autoComplete="email"
        enterKeyHint="next"
      />
      <NewPasswordFields />
    </AccountForm>
  )
}
