import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { universities } from '#campus.ts'
import { type SignUp, signUp as signUpSchema } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { ApiError, useApi } from '../api.ts'
import { TextField } from '../ui/text-field.tsx'
import { AccountForm, fieldOf } from './account-form.tsx'
import { EmailField } from './email-field.tsx'
import { loginSentence, signUpSentence } from './failure-sentences.ts'
import { useLogin } from './login.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { showFailure } from './show-failure.ts'

const emailTaken = 'That email has been taken'

const addresses = universities
  .flatMap(({ emailDomains }) => emailDomains)
  .map((domain) => `@${domain}`)
  .join(', ')

export function SignUpForm() {
  const api = useApi()
  const login = useLogin()
  const form = useForm<SignUp>({ resolver: zodResolver(signUpSchema), mode: 'onTouched' })
  // When only the login after it failed, sending again must not find the address taken.
  const created = useRef<string>(undefined)

  const send = async (values: SignUp) => {
    try {
      if (created.current !== values.email) await api.post(apiPaths.users, values)
      created.current = values.email
    } catch (error) {
      const taken = error instanceof ApiError && error.status === 409
      if (taken) return form.setError('email', { message: emailTaken }, { shouldFocus: true })
      return showFailure(form, error, signUpSentence(error))
    }
    await login(values).catch((error) => showFailure(form, error, loginSentence(error)))
  }

  return (
    <AccountForm form={form} send={send} label="Sign up" busyLabel="Signing up…">
      <div className="grid grid-cols-2 gap-x-4">
        <TextField
          {...fieldOf(form, 'firstName')}
          label="First name"
          autoComplete="given-name"
          autoCapitalize="words"
          enterKeyHint="next"
        />
        <TextField
          {...fieldOf(form, 'lastName')}
          label="Last name"
          autoComplete="family-name"
          autoCapitalize="words"
          enterKeyHint="next"
        />
      </div>
      <EmailField
        {...fieldOf(form, 'email')}
        help={addresses}
        autoComplete="email"
        enterKeyHint="next"
      />
      <NewPasswordFields />
    </AccountForm>
  )
}
