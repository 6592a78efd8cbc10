import { zodResolver } from '@hookform/resolvers/zod'
import type { KeyboardEvent } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate } from 'react-router'
import { brand } from '#campus.ts'
import { type Login, loginBody as loginSchema } from '#contract/accounts.ts'
import { pagePaths } from '#contract/paths.ts'
import { EmailField } from '../account/entrance/account-fields.tsx'
import { AccountForm } from '../account/entrance/account-form.tsx'
import { EntranceLayout } from '../account/entrance/entrance-layout.tsx'
import { loginErrorMessage } from '../account/entrance/error-messages.ts'
import { AccountLink, useTypedEmail } from '../account/entrance/typed-email.tsx'
import { fieldProps } from '../forms/field-props.ts'
import { setServerErrors } from '../forms/set-server-errors.ts'
import { useHead } from '../navigation/head.ts'
import { loggedOutMessage } from '../session/logged-out.tsx'
import { useLogin } from '../session/login.ts'
import { useHasSessionEnded, useReturnPath } from '../session/login-redirects.tsx'
import { useShouldRedirect } from '../session/session.tsx'
import { PasswordField } from '../ui/controls/text-field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { loginPurpose } from './login-purpose.ts'

export function Component() {
  useHead({
    title: `Log in · ${brand}`,
    description: `Log in to ${brand} to post listings and contact sellers.`,
    canonical: pagePaths.login(),
  })
  const returning = useReturnPath()
  const hasSessionEnded = useHasSessionEnded()
  if (useShouldRedirect()) return <Navigate to={returning.returnPath} replace />
  return (
    <EntranceLayout title="Welcome back" lead={leadText()}>
      <LoginForm />
      <p className="mt-5 text-center">
        New to {brand}?{' '}
        <AccountLink to={pagePaths.register} className="link inline-block py-1 font-semibold">
          Sign up
        </AccountLink>
      </p>
    </EntranceLayout>
  )

  function leadText() {
    if (hasSessionEnded) return `${loggedOutMessage} Log in to continue.`
    return `Log in ${loginPurpose(returning) ?? 'to post listings and contact sellers'}.`
  }
}

function LoginForm() {
  const login = useLogin()
  const defaultValues = useTypedEmail()
  // The form is not validated on blur: the first field has the focus from the start, and may be left for a link.
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
