import { Navigate } from 'react-router'
import { brand, communityName } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'
import { AccountScreen } from '../accounts/account-screen.tsx'
import { useSession } from '../accounts/session.tsx'
import { SignUpForm } from '../accounts/sign-up-form.tsx'
import { useReturnPath } from '../accounts/use-return-path.ts'
import { useHead } from '../head.ts'
import { Link } from '../link.tsx'

export function Component() {
  useHead({
    title: `Sign up · ${brand}`,
    description: `Join ${brand} with your university email: buy, sell and rent among ${communityName} students.`,
    canonical: pagePaths.register,
  })
  const { user } = useSession()
  const { returnPath, isToPost, withReturnPath } = useReturnPath()
  if (user) return <Navigate to={returnPath} replace />
  return (
    <AccountScreen
      title={`Join ${brand}`}
      lead={
        isToPost
          ? `Sign up to post your listing. For ${communityName} students.`
          : `For ${communityName} students. No spam, no bots.`
      }
      wide
    >
      <SignUpForm />
      <p className="mt-5 text-center">
        Already have an account?{' '}
        <Link
          to={withReturnPath(pagePaths.login())}
          className="link inline-block py-1 font-semibold"
        >
          Log in
        </Link>
      </p>
      <p className="mt-1 text-center text-ink-2 text-sm">
        Signing up means keeping{' '}
        <Link to={pagePaths.rules} className="link inline-block py-1">
          the rules
        </Link>
      </p>
    </AccountScreen>
  )
}
