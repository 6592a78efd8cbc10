import { Navigate } from 'react-router'
import { brand, communityName } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { AccountLink } from '../account/entrance/account-link.tsx'
import { AccountScreen } from '../account/entrance/account-screen.tsx'
import { SignUpForm } from '../account/entrance/sign-up-form.tsx'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { useShouldRedirect } from '../session/session.tsx'
import { useReturnPath } from '../session/use-return-path.ts'
import { loginPurpose } from './login-purpose.ts'

export function Component() {
  useHead({
    title: `Sign up · ${brand}`,
    description: `Join ${brand} with your university email: buy, sell and rent among ${communityName} students.`,
    canonical: pagePaths.register,
  })
  const returning = useReturnPath()
  if (useShouldRedirect()) return <Navigate to={returning.returnPath} replace />
  const purpose = loginPurpose(returning)
  return (
    <AccountScreen
      title={`Join ${brand}`}
      lead={
        purpose
          ? `Sign up ${purpose}. For ${communityName} students.`
          : `For ${communityName} students. No spam, no bots.`
      }
      wide
    >
      <SignUpForm />
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
    </AccountScreen>
  )
}
