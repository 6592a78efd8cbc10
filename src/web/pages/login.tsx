import { Navigate } from 'react-router'
import { brand } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { AccountLink } from '../accounts/account-link.tsx'
import { AccountScreen } from '../accounts/account-screen.tsx'
import { loggedOutMessage } from '../accounts/logged-out.tsx'
import { LoginForm } from '../accounts/login-form.tsx'
import { useHasSessionEnded } from '../accounts/redirect-to-login.tsx'
import { useShouldRedirect } from '../accounts/session.tsx'
import { useReturnPath } from '../accounts/use-return-path.ts'
import { useHead } from '../head.ts'
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
    <AccountScreen title="Welcome back" lead={leadText()}>
      <LoginForm />
      <p className="mt-5 text-center">
        New to {brand}?{' '}
        <AccountLink to={pagePaths.register} className="link inline-block py-1 font-semibold">
          Sign up
        </AccountLink>
      </p>
    </AccountScreen>
  )

  function leadText() {
    if (hasSessionEnded) return `${loggedOutMessage} Log in to continue.`
    return `Log in ${loginPurpose(returning) ?? 'to post listings and contact sellers'}.`
  }
}
