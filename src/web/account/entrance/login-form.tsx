import { zodResolver } from '@hookform/resolvers/zod'
import type { KeyboardEvent } from 'react'
import { useForm } from 'react-hook-form'
import { type Login, loginBody as loginSchema } from '#contract/accounts.ts'
import { pagePaths } from '#contract/paths.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { setServerErrors } from '../../forms/set-server-errors.ts'
import { useLogin } from '../../session/use-login.ts'
import { PasswordField } from '../../ui/controls/text-field.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { AccountForm } from './account-form.tsx'
import { AccountLink } from './account-link.tsx'
import { EmailField } from './email-field.tsx'
import { loginErrorMessage } from './error-messages.ts'
import { useTypedEmail } from './typed-email.ts'

export function LoginForm() {
  const login = useLogin()
  const defaultValues = useTypedEmail()
  // Not validated on blur: the first field has the focus from the start, and who leaves it for a link has missed nothing.
  const form = useForm<Login>({ resolver: zodResolver(loginSchema), defaultValues })
  const submit = (values: Login) =>
    login(values).catch((error) => setServerErrors(form, error, loginErrorMessage(error)))
  const goOnToPassword = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || form.getValues('password')) return
    event.preventDefault()
    form.setFocus('password')
  }
  const isEmailTyped = useHydrated() && defaultValues.email !== undefined
  return (
    <AccountForm
      form={form}
      onSubmit={submit}
      label="Log in"
      busyLabel="Logging in…"
      errorHelp={form.formState.errors.root?.type === '401' && <ResetHelp />}
    >
      <EmailField
        {...fieldProps(form, 'email')}
        autoComplete="username"
        enterKeyHint="next"
        onKeyDown={goOnToPassword}
        data-route-focus={!isEmailTyped || undefined}
      />
      <PasswordField
        {...fieldProps(form, 'password')}
        label="Password"
        autoComplete="current-password"
        enterKeyHint="go"
        data-route-focus={isEmailTyped || undefined}
      />
      <p>
        <AccountLink to={pagePaths.forgotPassword} className="link inline-block py-1">
          Forgot your password?
        </AccountLink>
      </p>
    </AccountForm>
  )
}

function ResetHelp() {
  return (
    <>
      Check your email and password, or{' '}
      <AccountLink to={pagePaths.forgotPassword} className="link">
        reset it
      </AccountLink>
      .
    </>
  )
}
