import { useMutation } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { TestMailResponse } from '#contract/settings.ts'
import { errorMessage, useApi } from '../queries/api.ts'
import { useSession } from '../session/session.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { EmailAddress } from '../ui/content/email-address.tsx'
import { Button } from '../ui/controls/button.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { SectionFrame } from './section-frame.tsx'

/** Sends an email to the admin. The email server itself is set in the environment. */
export function TestMail() {
  const api = useApi()
  const { user } = useSession()
  const isHydrated = useHydrated()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.post<TestMailResponse>(apiPaths.testMail),
  })
  const problem = data?.problem ?? (error ? errorMessage(error) : null)
  return (
    <SectionFrame
      id="email"
      title="Email"
      summary="Send yourself a test email"
      text="The email server is set on the server itself, with SMTP_URL and MAIL_FROM."
    >
      <div className="panel grid min-w-0 content-start justify-items-start gap-4">
        <p>
          We can send a test email to <EmailAddress email={user?.email ?? ''} />.
        </p>
        {problem && (
          <Callout variant="danger">
            <p className="wrap-anywhere">{problem}</p>
          </Callout>
        )}
        <p role="status" className="empty:hidden">
          {data &&
            !problem &&
            'The email server accepted it. Check your inbox and your junk folder.'}
        </p>
        <Button
          variant="secondary"
          busy={isPending}
          disabled={!isHydrated}
          onClick={() => mutate()}
        >
          Send a test email
        </Button>
      </div>
    </SectionFrame>
  )
}
