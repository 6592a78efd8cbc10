import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { Navigate } from 'react-router'
import { campus } from '#campus/campus.ts'
import { type SignUp, type SignUpResponse, signUpBody as signUpSchema } from '#contract/accounts.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { EmailField, NameFields, NewPasswordFields } from '../account/entrance/account-fields.tsx'
import { AccountForm } from '../account/entrance/account-form.tsx'
import { EntranceLayout } from '../account/entrance/entrance-layout.tsx'
import { loginErrorMessage, signUpErrorMessage } from '../account/entrance/error-messages.ts'
import { AccountLink, useTypedEmail } from '../account/entrance/typed-email.tsx'
import { UniversityButtons } from '../account/entrance/university-buttons.tsx'
import { fieldProps } from '../forms/field-props.ts'
import { setFieldErrors } from '../forms/set-field-errors.ts'
import { setServerErrors } from '../forms/set-server-errors.ts'
import { useTouchedForm } from '../forms/use-touched-form.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { hasStatus, useApi } from '../queries/api.ts'
import { rememberFirstCode } from '../session/confirmation/resend-code.tsx'
import { useLogin } from '../session/login.ts'
import { useReturnPath } from '../session/login-redirects.tsx'
import { loadLoginWays } from '../session/login-ways.ts'
import { useShouldRedirect } from '../session/session.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { loginPurpose } from './login-purpose.ts'

export const loader = loadLoginWays

export function Component() {
  useHead({
    title: `Sign up · ${campus.brand}`,
    description: `Join ${campus.brand} with your university email: buy, sell and rent among ${campus.communityName} students.`,
    canonical: pagePaths.register,
  })
  const returning = useReturnPath()
  if (useShouldRedirect()) return <Navigate to={returning.returnPath} replace />
  const purpose = loginPurpose(returning)
  return (
    <EntranceLayout
      title={`Join ${campus.brand}`}
      lead={
        purpose
          ? `Sign up ${purpose}. For ${campus.communityName} students.`
          : `For ${campus.communityName} students. No spam, no bots.`
      }
      wide
    >
      <UniversityButtons passwordTitle="Or sign up with your email and a password">
        <SignUpForm />
      </UniversityButtons>
      <p className="mt-5 text-center">
        Already have an account?{' '}
        <AccountLink to={pagePaths.login()} className="link inline-block py-1 font-semibold">
          Log in
        </AccountLink>
      </p>
      <p className="mt-1 text-center text-ink-2 text-sm">
        By signing up you agree to follow{' '}
        <Link to={pagePaths.rules} className="link inline-block py-1">
          the rules
        </Link>
      </p>
    </EntranceLayout>
  )
}

const emailTakenMessage = 'That email has been taken'

const acceptedDomains = () =>
  campus.universities
    .flatMap(({ emailDomains }) => emailDomains)
    .map((domain) => `@${domain}`)
    .join(', ')

function SignUpForm() {
  const api = useApi()
  const queryClient = useQueryClient()
  const login = useLogin()
  const form = useTouchedForm<SignUp>({
    resolver: zodResolver(signUpSchema),
    defaultValues: useTypedEmail(),
  })
  // If only the login fails, the next submit must not try to create the account again.
  const createdEmail = useRef<string>(undefined)

  const submit = async (values: SignUp) => {
    try {
      if (createdEmail.current !== values.email) {
        const { notice } = await api.post<SignUpResponse>(apiPaths.users, values)
        if (notice) {
          const text = `Your account is ready. ${notice} You can change it on your account page.`
          showToast({ variant: 'info', text })
        }
      }
      createdEmail.current = values.email
    } catch (error) {
      if (hasStatus(error, 409)) {
        const taken = { type: 'taken', message: emailTakenMessage }
        return form.setError('email', taken, { shouldFocus: true })
      }
      return setFieldErrors(form, error, signUpErrorMessage(error))
    }
    await login(values).then(
      (user) => {
        // The login drops all data of the tab, so this comes after the login.
        if (user.confirmation === 'required') rememberFirstCode(queryClient, user)
      },
      (error) => setServerErrors(form, error, loginErrorMessage(error)),
    )
  }

  return (
    <AccountForm form={form} onSubmit={submit} label="Sign up" busyLabel="Signing up…">
      <div className="grid gap-x-4 gap-y-3 min-[22.5rem]:grid-cols-2">
        <NameFields enterKeyHint="next" />
      </div>
      <UniversityEmailField />
      <NewPasswordFields />
    </AccountForm>
  )
}

/**
 * The email field, as a separate component so that it registers after the names: the first field with an error gets the
 * focus.
 */
function UniversityEmailField() {
  const form = useFormContext<SignUp>()
  const isTaken = form.formState.errors.email?.type === 'taken'
  return (
    <EmailField
      {...fieldProps(form, 'email')}
      {...(isTaken && { error: <EmailTaken /> })}
      help={acceptedDomains()}
      autoComplete="email"
      enterKeyHint="next"
    />
  )
}

function EmailTaken() {
  return (
    <span>
      {emailTakenMessage}
      <span className="block font-normal text-ink">
        Is it yours?{' '}
        <AccountLink to={pagePaths.login()} className="link">
          Log in
        </AccountLink>{' '}
        or{' '}
        <AccountLink to={pagePaths.forgotPassword} className="link">
          reset your password
        </AccountLink>
        .
      </span>
    </span>
  )
}
