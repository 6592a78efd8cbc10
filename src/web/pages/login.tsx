import { Navigate } from 'react-router'
import { brand } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { AccountLink } from '../account/entrance/account-link.tsx'
import { AccountScreen } from '../account/entrance/account-screen.tsx'
import { LoginForm } from '../account/entrance/login-form.tsx'
import { useHead } from '../navigation/head.ts'
import { loggedOutMessage } from '../session/logged-out.tsx'
import { useHasSessionEnded } from '../session/redirect-to-login.tsx'
import { useShouldRedirect } from '../session/session.tsx'
import { useReturnPath } from '../session/use-return-path.ts'
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
