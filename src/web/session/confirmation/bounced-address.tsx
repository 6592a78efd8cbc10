import { EmailAddress } from '../../ui/content/email-address.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useLogout } from '../use-logout.ts'

/** To a new student who waits for a code at an address that takes no mail. */
export function BouncedAddress({ email }: { email: string }) {
  const { logout, isPending } = useLogout()
  return (
    <div className="mb-2 grid justify-items-start gap-2">
      <p role="status" className="measure">
        Our email to{' '}
        <strong className="font-semibold">
          <EmailAddress email={email} />
        </strong>{' '}
        bounced. Is it spelled right? If not, log out and sign up with the right one.
      </p>
      <Button variant="secondary" size="small" busy={isPending} onClick={() => logout()}>
        Log out
      </Button>
    </div>
  )
}
