import { queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { campus } from '#campus/campus.ts'
import { confirmationCode } from '#contract/account-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type {
  FailedUniversityLogin,
  UniversityLoginForm,
  UniversityLoginResponse,
  WaitingUniversityLogin,
} from '#contract/university-login.ts'
import { EntranceLayout } from '../account/entrance/entrance-layout.tsx'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { type Api, ApiError, errorMessage, useApi } from '../queries/api.ts'
import { getLoaderContext, statusData, waitForData } from '../queries/loaders.ts'
import { loadFailure } from '../session/login-redirects.tsx'
import { useSession } from '../session/session.tsx'
import { classNames } from '../ui/class-names.ts'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { Spinner } from '../ui/content/spinner.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { PasswordField, TextField } from '../ui/controls/text-field.tsx'

interface NoLogin {
  /** The reason why there is nothing to continue. */
  reason: string
  status: number
}

/** A 4xx becomes data, so that it gets into the page's state. */
const waitingQuery = (api: Api) =>
  queryOptions({
    queryKey: ['university-login'],
    queryFn: async ({ signal }): Promise<UniversityLoginResponse | NoLogin> => {
      try {
        return await api.get<UniversityLoginResponse>(apiPaths.waitingUniversityLogin, signal)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error
        return { reason: error.message, status: error.status }
      }
    },
  })

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  try {
    const login = await waitForData(queryClient.ensureQueryData(waitingQuery(api)))
    return login && 'status' in login ? statusData(login.status) : null
  } catch (error) {
    return loadFailure(args, error)
  }
}

/** The page after a login at the university that failed, or that waits for a name or a proof. */
export function Component() {
  useHead({
    title: `Log in · ${campus.brand}`,
    description: `Log in to ${campus.brand} with your university account.`,
  })
  return (
    <AwaitQuery
      query={waitingQuery(useApi())}
      loading={<Spinner label="Loading…" />}
      failed={({ error }) => <DeadEnd reason={errorMessage(error)} />}
    >
      {(login) => {
        if ('reason' in login) return <DeadEnd reason={login.reason} />
        if (login.step === 'failed') return <Failed login={login} />
        return login.step === 'names' ? <Names login={login} /> : <Proof login={login} />
      }}
    </AwaitQuery>
  )
}

function Names({ login }: { login: WaitingUniversityLogin }) {
  const { label, email, firstName, lastName } = login
  return (
    <EntranceLayout
      title="What's your name?"
      lead={
        <>
          {label} confirmed <Address>{email}</Address>. Your name is shown on your listings.
        </>
      }
    >
      <Problem login={login} />
      <LoginForm login={login} form="names" label="Create my account">
        <TextField
          name="firstName"
          label="First name"
          autoComplete="given-name"
          autoCapitalize="words"
          defaultValue={firstName}
          required
        />
        <TextField
          name="lastName"
          label="Last name"
          autoComplete="family-name"
          autoCapitalize="words"
          defaultValue={lastName}
          required
        />
      </LoginForm>
      <p className="mt-4 text-center text-ink-2 text-sm">
        By creating an account you agree to follow{' '}
        <Link to={pagePaths.rules} className="link inline-block py-1">
          the rules
        </Link>
      </p>
    </EntranceLayout>
  )
}

function Proof({ login }: { login: WaitingUniversityLogin }) {
  const { label, email, hasPassword, isCodeEnough } = login
  const isCodeSent = isCodeEnough && login.isCodeSent
  const { digits, validMinutes } = confirmationCode
  return (
    <EntranceLayout
      title="You have an account here"
      lead={
        <>
          It belongs to <Address>{email}</Address>. Confirm once that it's yours. After that you can
          log in with {label}.
        </>
      }
    >
      <Problem login={login} />
      {isCodeSent && (
        <LoginForm login={login} form="code" label={`Connect ${label}`}>
          <TextField
            name="code"
            label={`${digits}-digit code`}
            help={`We emailed it. It works for ${validMinutes} minutes.`}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
        </LoginForm>
      )}
      {hasPassword && !isCodeSent && (
        <LoginForm login={login} form="password" label={`Connect ${label}`}>
          <PasswordField
            name="password"
            label={`Your ${campus.brand} password`}
            autoComplete="current-password"
            required
          />
        </LoginForm>
      )}
      {isCodeEnough ? (
        <>
          <LoginForm
            login={login}
            form="send code"
            label={isCodeSent ? 'Send a new code' : 'Email me a code'}
            isSecondary={hasPassword || isCodeSent}
          />
          <p className="mt-4 text-ink-2 text-sm">
            If you use a code, we remove{' '}
            {hasPassword ? 'the password and the passkeys' : 'the passkeys'} of the account and log
            out every device, in case someone else had this email before you.
          </p>
        </>
      ) : (
        <p className="mt-4 text-ink-2 text-sm">
          The account is connected to another {label} account, so a code from your email is not
          enough.{' '}
          {hasPassword && (
            <Link to={pagePaths.forgotPassword} className="link inline-block py-1">
              Forgot your password?
            </Link>
          )}
        </p>
      )}
    </EntranceLayout>
  )
}

/** The browser itself sends the form, so that it works without JavaScript. */
function LoginForm({
  login,
  form,
  label,
  isSecondary = false,
  children,
}: {
  login: WaitingUniversityLogin
  form: UniversityLoginForm
  label: string
  isSecondary?: boolean
  children?: ReactNode
}) {
  return (
    <form
      method="post"
      action={pagePaths.universityLogin}
      className={classNames('grid gap-3', isSecondary ? 'mt-3' : 'mt-5')}
    >
      <input type="hidden" name="token" value={login.token} />
      <input type="hidden" name="form" value={form} />
      {children}
      <Button type="submit" variant={isSecondary ? 'secondary' : 'primary'} fullWidth>
        {label}
      </Button>
    </form>
  )
}

function Problem({ login }: { login: WaitingUniversityLogin }) {
  if (!login.problem) return null
  return (
    <div className="mt-5">
      <Callout variant="danger">{login.problem}</Callout>
    </div>
  )
}

const Address = ({ children }: { children: string }) => (
  <strong className="[overflow-wrap:anywhere]">{children}</strong>
)

function Failed({ login: { message, again } }: { login: FailedUniversityLogin }) {
  const { user } = useSession()
  const [label, path] = user
    ? ['Back to your account', pagePaths.account]
    : ['Other ways to log in', pagePaths.login()]
  return (
    <EntranceLayout title={failedTitle} lead={message}>
      <div className="mt-6 grid gap-3">
        {again && (
          <LinkButton href={again.path} fullWidth>
            Try {again.label} again
          </LinkButton>
        )}
        <LinkButton as={Link} to={path} variant={again ? 'secondary' : 'primary'} fullWidth>
          {label}
        </LinkButton>
      </div>
    </EntranceLayout>
  )
}

const failedTitle = "That login didn't work"

function DeadEnd({ reason }: { reason: string }) {
  return (
    <EntranceLayout title={failedTitle} lead={reason}>
      <LinkButton as={Link} to={pagePaths.login()} fullWidth className="mt-6">
        Log in
      </LinkButton>
    </EntranceLayout>
  )
}
