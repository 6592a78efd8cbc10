import { useSearchParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import { pagePaths } from '#contract/paths.ts'
import type { UnsubscribeLink } from '#contract/unsubscribe-link.ts'
import { EntranceLayout } from '../account/entrance/entrance-layout.tsx'
import { loadMailLink, MailLinkPage, unsubscribeLinkQuery } from '../mail-links/mail-link.tsx'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'

export const loader = loadMailLink(unsubscribeLinkQuery)

/** The page of the link at the end of an email. */
export function Component() {
  useHead({
    title: `Unsubscribe · ${campus.brand}`,
    description: `Stop emails of one kind from ${campus.brand}.`,
  })
  const [searchParams] = useSearchParams()
  return (
    <MailLinkPage query={unsubscribeLinkQuery} deadEnd={(problem) => <DeadEnd problem={problem} />}>
      {(link, token) => (
        <EntranceLayout {...unsubscribeScreen(link, searchParams.has('done'))}>
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
        </EntranceLayout>
      )}
    </MailLinkPage>
  )
}

/** The browser itself sends the form, so that it works without JavaScript. */
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
    <EntranceLayout title="Not unsubscribed" lead={problem}>
      <LinkButton as={Link} to={pagePaths.emailSettings} fullWidth className="mt-6">
        All email settings
      </LinkButton>
    </EntranceLayout>
  )
}

interface UnsubscribeScreen {
  title: string
  lead: string
}

/** Returns the heading of the page, and the sentence below it. */
export function unsubscribeScreen(
  { description, isOff }: UnsubscribeLink,
  isJustDone: boolean,
): UnsubscribeScreen {
  if (isOff) {
    const title = isJustDone ? "You're unsubscribed" : "You're already unsubscribed"
    return { title, lead: `You won't get any more ${description}.` }
  }
  return {
    title: 'Unsubscribe?',
    lead: `Press the button and you won't get any more ${description}. Nothing else changes.`,
  }
}

/** Returns the page where the student turns the emails back on. */
export const settingsPath = ({ kind }: UnsubscribeLink) =>
  kind === 'search' ? pagePaths.saved : pagePaths.emailSettings
