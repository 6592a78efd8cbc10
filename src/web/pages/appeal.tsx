import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import type { Appeal } from '#contract/appeals.ts'
import { maxAppealLength } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { EntranceLayout } from '../account/entrance/entrance-layout.tsx'
import { actorRole, appealScreen, decisionText, reasonText } from '../mail-links/appeal-text.ts'
import { appealQuery, loadMailLink, MailLinkPage } from '../mail-links/mail-link.tsx'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { TextArea } from '../ui/controls/text-area.tsx'
import { buildMailtoUrl } from '../ui/mailto-url.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

export const loader = loadMailLink(appealQuery)

/** The page of the link in an email about a moderator's decision. */
export function Component() {
  useHead({ title: `Appeal · ${campus.brand}`, description: "Appeal a moderator's decision." })
  const [searchParams] = useSearchParams()
  return (
    <MailLinkPage query={appealQuery} deadEnd={(problem) => <NoAppeal problem={problem} />}>
      {(appeal, token) => (
        <EntranceLayout {...appealScreen(appeal, searchParams.has('sent'))}>
          <Decision appeal={appeal} />
          {appeal.answer && (
            <Quote title={`The ${actorRole(appeal)}'s answer`}>{appeal.answer}</Quote>
          )}
          {appeal.state === 'open' ? <AppealForm token={token} /> : <Questions />}
        </EntranceLayout>
      )}
    </MailLinkPage>
  )
}

function Decision({ appeal }: { appeal: Appeal }) {
  return (
    <div className="mt-6 grid gap-2">
      <p className="[overflow-wrap:anywhere]">
        {decisionText(appeal)} {reasonText(appeal)}
      </p>
      {appeal.note && <Quote title={`The ${actorRole(appeal)} wrote`}>{appeal.note}</Quote>}
    </div>
  )
}

function Quote({ title, children }: { title: string; children: string }) {
  return (
    <figure className="mt-2">
      <figcaption className="mb-1 font-semibold text-sm">{title}</figcaption>
      <Callout variant="bar">
        <blockquote dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          {children}
        </blockquote>
      </Callout>
    </figure>
  )
}

/** The browser itself sends the form, so that it works without JavaScript. */
function AppealForm({ token }: { token: string }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const isHydrated = useHydrated()
  // The text may have been typed before hydration, or restored by the browser.
  useEffect(() => setText(area.current?.value ?? ''), [])
  const requireText = (event: FormEvent) => {
    if (text.trim()) return
    event.preventDefault()
    setError('Tell us why')
    area.current?.focus()
  }
  return (
    <form
      method="post"
      action="/appeal"
      noValidate={isHydrated}
      onSubmit={requireText}
      className="mt-4 grid gap-2"
    >
      <input type="hidden" name="token" value={token} />
      <TextArea
        ref={area}
        name="text"
        label="Why is it wrong?"
        help="You can appeal once."
        error={error}
        required
        rows={6}
        maxLength={maxAppealLength}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" fullWidth>
        Send appeal
      </Button>
      <RulesLink />
    </form>
  )
}

function NoAppeal({ problem }: { problem: string }) {
  return (
    <EntranceLayout title="Nothing to appeal" lead={problem}>
      <Questions />
    </EntranceLayout>
  )
}

function Questions() {
  return (
    <div className="mt-6 grid grid-cols-1 gap-3">
      <p className="text-ink-2">
        Questions? Write to{' '}
        <a href={buildMailtoUrl(campus.contactEmail)} className="link">
          {campus.contactEmail}
        </a>
      </p>
      <RulesLink />
    </div>
  )
}

function RulesLink() {
  return (
    <LinkButton as={Link} to={pagePaths.rules} variant="secondary" fullWidth>
      Read the rules
    </LinkButton>
  )
}
