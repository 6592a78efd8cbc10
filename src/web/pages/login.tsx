import { Navigate } from 'react-router'
import { brand } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { AccountScreen } from '../accounts/account-screen.tsx'
import { LoginForm } from '../accounts/login-form.tsx'
import { useSession } from '../accounts/session.tsx'
import { useReturnPath } from '../accounts/use-return-path.ts'
import { useHead } from '../head.ts'
import { Link } from '../link.tsx'

export function Component() {
  useHead({
    title: `Log in · ${brand}`,
    description: `Log in to ${brand} to post listings and contact sellers.`,
    canonical: pagePaths.login(),
  })
  const { user } = useSession()
  const { returnPath, isToPost, withReturnPath } = useReturnPath()
  if (user) return <Navigate to={returnPath} replace />
  return (
    <AccountScreen title="Welcome back" lead={leadText()}>
      <LoginForm />
      <p className="mt-5 text-center">
        New to {brand}?{' '}
        <Link
          to={withReturnPath(pagePaths.register)}
          className="link inline-block py-1 font-semibold"
        >
          Sign up
        </Link>
      </p>
    </AccountScreen>
  )

  function leadText() {
    if (isToPost) return 'Log in to post your listing.'
    // A visitor pressed a heart, or "Save this search".
    if (returnPath.includes('#save')) return 'Log in, and it is saved.'
    return 'Log in to post listings and contact sellers.'
  }
}
