import { Link } from '../navigation/link.tsx'

export const loggedOutMessage = "You've been logged out."

/** Says that the session has ended since the page was opened. */
export function LoggedOut({ path }: { path: string }) {
  return (
    <>
      {loggedOutMessage}{' '}
      <Link to={path} className="link inline-block">
        Log in to continue
      </Link>
      .
    </>
  )
}
