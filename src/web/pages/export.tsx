import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { brand, contactEmail } from '#campus.ts'
import { formatDate } from '#contract/format.ts'
import { AccountScreen } from '../account/entrance/account-screen.tsx'
import { exportLinkQuery, isDead } from '../mail-links/mail-link-queries.ts'
import { useHead } from '../navigation/head.ts'
import { errorMessage, useApi } from '../queries/api.ts'
import { Spinner } from '../ui/content/spinner.tsx'
import { Button } from '../ui/controls/button.tsx'
import { buildMailtoUrl } from '../ui/mailto-url.ts'

/** The page behind the link in the email about a ban. It needs the link's token, and works without JavaScript. */
export function Component() {
  useHead({
    title: `Download your data · ${brand}`,
    description: `Download what ${brand} keeps about you.`,
  })
  const [searchParams] = useSearchParams()
  const token = searchParams.get('token') ?? ''
  const { data: link, error } = useQuery({
    ...exportLinkQuery(useApi(), token),
    enabled: token !== '',
  })
  if (token === '')
    return <DeadEnd problem="This link is incomplete. Copy all of it from the email." />
  if (link === undefined && error) return <DeadEnd problem={errorMessage(error)} />
  if (link === undefined) return <Spinner label="Loading…" />
  if (isDead(link)) return <DeadEnd problem={link.problem} />
  return (
    <AccountScreen
      title="Download your data"
      lead={`Your account is closed. We delete it after ${formatDate(link.keptUntil)}, or later if your appeal is still open. Until then you can download everything we have about you.`}
    >
      <DownloadForm token={token} />
      <Questions />
    </AccountScreen>
  )
}

/** Sent by the browser itself, so that it works without JavaScript. The answer is a file: the page stays. */
function DownloadForm({ token }: { token: string }) {
  return (
    <form method="post" action="/export" className="mt-6 grid gap-3">
      <input type="hidden" name="token" value={token} />
      <Button type="submit" fullWidth>
        Download my data
      </Button>
    </form>
  )
}

function DeadEnd({ problem }: { problem: string }) {
  return (
    <AccountScreen title="Nothing to download" lead={problem}>
      <Questions />
    </AccountScreen>
  )
}

function Questions() {
  return (
    <p className="mt-6 text-ink-2">
      Questions? Write to{' '}
      <a href={buildMailtoUrl(contactEmail)} className="link">
        {contactEmail}
      </a>
    </p>
  )
}
