import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { brand } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'
import type { UnsubscribeLink } from '#contract/unsubscribe-link.ts'
import { AccountScreen } from '../account/entrance/account-screen.tsx'
import { isDead, unsubscribeLinkQuery } from '../mail-links/mail-link-queries.ts'
import { settingsPath, unsubscribeScreen } from '../mail-links/unsubscribe-text.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { errorMessage, useApi } from '../queries/api.ts'
import { Callout } from '../ui/content/callout.tsx'
import { Spinner } from '../ui/content/spinner.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'

/** Where the link below a mail leads: for whoever has its token, with or without a session and JavaScript. */
export function Component() {
  useHead({
    title: `Unsubscribe · ${brand}`,
    description: `Stop emails of one kind from ${brand}.`,
  })
  const [searchParams] = useSearchParams()
  const token = searchParams.get('token') ?? ''
  const { data: link, error } = useQuery({
    ...unsubscribeLinkQuery(useApi(), token),
    enabled: token !== '',
  })
  if (token === '')
    return <DeadEnd problem="This link is incomplete. Copy all of it from the email." />
  if (link === undefined && error) return <DeadEnd problem={errorMessage(error)} />
  if (link === undefined) return <Spinner label="Loading…" />
  if (isDead(link)) return <DeadEnd problem={link.problem} />
  return (
    <AccountScreen {...unsubscribeScreen(link, searchParams.has('done'))}>
      {link.search && (
        <div className="mt-6">
          <Callout variant="bar">
            <span dir="auto" className="break-words font-bold">
              {link.search}
            </span>
          </Callout>
        </div>
      )}
      {link.isOff ? <TurnOnAgain link={link} /> : <UnsubscribeForm token={token} link={link} />}
    </AccountScreen>
  )
}

/** Sent by the browser itself, so that it works without JavaScript. */
function UnsubscribeForm({ token, link }: { token: string; link: UnsubscribeLink }) {
  return (
    <form method="post" action={pagePaths.unsubscribe(token)} className="mt-6 grid gap-3">
      <Button type="submit" fullWidth>
        Unsubscribe
      </Button>
      <LinkButton as={Link} to={settingsPath(link)} variant="secondary" fullWidth>
        {link.kind === 'search' ? 'Your saved searches' : 'All email settings'}
      </LinkButton>
    </form>
  )
}

function TurnOnAgain({ link }: { link: UnsubscribeLink }) {
  return (
    <LinkButton as={Link} to={settingsPath(link)} variant="secondary" fullWidth className="mt-6">
      Turn it back on
    </LinkButton>
  )
}

function DeadEnd({ problem }: { problem: string }) {
  return (
    <AccountScreen title="Not unsubscribed" lead={problem}>
      <LinkButton as={Link} to={pagePaths.emailSettings} fullWidth className="mt-6">
        All email settings
      </LinkButton>
    </AccountScreen>
  )
}
