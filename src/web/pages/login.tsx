import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { KeyRoundIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate } from 'react-router'
import { campus } from '#campus/campus.ts'
import { type Login, loginBody as loginSchema } from '#contract/accounts.ts'
import type { PasskeyAssertion } from '#contract/passkeys.ts'
import { pagePaths } from '#contract/paths.ts'
import { EmailField } from '../account/entrance/account-fields.tsx'
import { AccountForm } from '../account/entrance/account-form.tsx'
import { EntranceLayout } from '../account/entrance/entrance-layout.tsx'
import { loginErrorMessage } from '../account/entrance/error-messages.ts'
import { AccountLink, useTypedEmail } from '../account/entrance/typed-email.tsx'
import { UniversityButtons } from '../account/entrance/university-buttons.tsx'
import { fieldProps } from '../forms/field-props.ts'
import { setServerErrors } from '../forms/set-server-errors.ts'
import { useHead } from '../navigation/head.ts'
import { errorMessage, useApi } from '../queries/api.ts'
import {
  askForPasskey,
  offerPasskeys,
  supportsPasskeys,
} from '../session/identity/passkey-prompt.ts'
import { loggedOutMessage } from '../session/logged-out.tsx'
import { useLogin, usePasskeyLogin } from '../session/login.ts'
import { useHasSessionEnded, useReturnPath } from '../session/login-redirects.tsx'
import { loadLoginWays, useLoginWays } from '../session/login-ways.ts'
import { useShouldRedirect } from '../session/session.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { Button } from '../ui/controls/button.tsx'
import { PasswordField } from '../ui/controls/text-field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { loginPurpose } from './login-purpose.ts'

export const loader = loadLoginWays

export function Component() {
  useHead({
    title: `Log in · ${campus.brand}`,
    description: `Log in to ${campus.brand} to post listings and contact sellers.`,
    canonical: pagePaths.login(),
  })
  const returning = useReturnPath()
  const hasSessionEnded = useHasSessionEnded()
  const { password: hasPasswords } = useLoginWays()
  if (useShouldRedirect()) return <Navigate to={returning.returnPath} replace />
  return (
    <EntranceLayout title="Welcome back" lead={leadText()}>
      <UniversityButtons passwordTitle="Or log in with your email and password">
        <LoginForm />
      </UniversityButtons>
      <PasskeyLogin />
      {hasPasswords && (
        <p className="mt-5 text-center">
          New to {campus.brand}?{' '}
          <AccountLink to={pagePaths.register} className="link inline-block py-1 font-semibold">
            Sign up
          </AccountLink>
        </p>
      )}
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
        autoComplete="username webauthn"
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

/** The button for passkeys. Browsers also offer them in the email field. */
function PasskeyLogin() {
  const api = useApi()
  const logIn = usePasskeyLogin()
  const isHydrated = useHydrated()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (chosen?: PasskeyAssertion) => logIn(chosen ?? (await askForPasskey(api))),
  })
  // The prompt of the button ends the offer, so it begins again afterwards.
  useEffect(() => (isPending ? undefined : offerPasskeys(api, mutate)), [api, isPending, mutate])
  if (isHydrated && !supportsPasskeys()) return null
  return (
    <>
      <Button
        variant="secondary"
        fullWidth
        className="mt-3"
        disabled={!isHydrated}
        busy={isPending}
        onClick={() => mutate(undefined)}
      >
        <KeyRoundIcon size={18} />
        Log in with a passkey
      </Button>
      {error && (
        <div className="mt-3">
          <Callout variant="danger">{errorMessage(error)}</Callout>
        </div>
      )}
    </>
  )
}

function ResetHelp() {
  return (
    <>
      Check your email and password, or{' '}
      <AccountLink to={pagePaths.forgotPassword} className="link">
        reset your password
      </AccountLink>
      .
    </>
  )
}
