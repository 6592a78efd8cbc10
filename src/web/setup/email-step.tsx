import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { ConfirmEmail } from '#contract/accounts.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { TestMailResponse } from '#contract/settings.ts'
import { type SetupResponse, testMailBody } from '#contract/setup.ts'
import { fieldProps } from '../forms/field-props.ts'
import { setFieldErrors } from '../forms/set-field-errors.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { SectionFrame } from '../settings/section-frame.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { EmailAddress } from '../ui/content/email-address.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { CodeForm } from './code-form.tsx'
import { stepAfter, useShowSetup } from './setup-queries.ts'

const nextPath = pagePaths.setupStep(stepAfter('email'))

/** Shows that emails arrive, before the first student waits for a code. */
export function EmailStep({ data }: { data: SetupResponse }) {
  const { server } = data.mail
  return (
    <SectionFrame
      id="email"
      title="Test email"
      text="Students confirm their address with a code that is emailed to them. Send yourself one first."
    >
      <div className="panel grid min-w-0 content-start gap-4">
        {server === null ? <NoMailServer /> : <MailTest data={data} server={server} />}
      </div>
    </SectionFrame>
  )
}

function NoMailServer() {
  return (
    <>
      <Callout>
        <p>
          This site has no email server yet. Set <b>SMTP_URL</b> and <b>MAIL_FROM</b>, then start
          the server again. Then open the same link to continue where you left off.
        </p>
      </Callout>
      <p className="measure text-ink-2">
        You can also continue without one. Emails are then saved as files in the outbox folder in
        DATA_DIR, and anyone can sign up with an address that isn't theirs. Don't open the site to
        students until it can send email.
      </p>
      <LinkButton as={Link} to={nextPath} variant="secondary" className="justify-self-start">
        Continue without email
      </LinkButton>
    </>
  )
}

function MailTest({ data, server }: { data: SetupResponse; server: string }) {
  const api = useApi()
  const navigate = useNavigate()
  const show = useShowSetup()
  const { from, sentTo } = data.mail
  const isDone = data.done.includes('email')
  const [hasJustSent, setJustSent] = useState(false)
  const confirm = async (body: ConfirmEmail) => {
    show(await api.post<SetupResponse>(apiPaths.confirmSetupMail, body))
    await navigate(nextPath)
  }
  return (
    <>
      <p className="wrap-anywhere">
        Emails leave through <b>{server}</b> and come from <b>{from}</b>.
      </p>
      {isDone && sentTo && (
        <Callout variant="bar">
          The email to <EmailAddress email={sentTo} /> has arrived. Email works.
        </Callout>
      )}
      <TestMailForm
        hasSent={sentTo !== null}
        onSent={(to) => {
          setJustSent(true)
          show({ ...data, mail: { ...data.mail, sentTo: to } })
        }}
      />
      {sentTo && !isDone && (
        <CodeForm key={sentTo} email={sentTo} takesFocus={hasJustSent} onSubmit={confirm} />
      )}
      <LinkButton
        as={Link}
        to={nextPath}
        variant={isDone ? 'primary' : 'secondary'}
        className="justify-self-start"
      >
        {isDone ? 'Continue' : 'Continue without a test'}
      </LinkButton>
    </>
  )
}

function TestMailForm({ hasSent, onSent }: { hasSent: boolean; onSent: (to: string) => void }) {
  const api = useApi()
  const form = useForm<{ to: string }>({
    resolver: zodResolver(testMailBody),
    defaultValues: { to: '' },
  })
  const [problem, setProblem] = useState<string>()
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    setProblem(undefined)
    try {
      const answer = await api.post<TestMailResponse>(apiPaths.setupMail, body)
      if (answer.problem === null) onSent(body.to)
      else setProblem(answer.problem)
    } catch (error) {
      setFieldErrors(form, error)
    }
  })
  const shown = problem ?? errors.root?.message
  return (
    <form method="dialog" noValidate onSubmit={submit} className="grid gap-3">
      <TextField
        {...fieldProps(form, 'to')}
        label="Your email"
        help="Any mailbox that you can read now."
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="send"
      />
      {shown && (
        <Callout variant="danger">
          <p className="wrap-anywhere">{shown}</p>
        </Callout>
      )}
      <Button
        type="submit"
        variant={hasSent ? 'secondary' : 'primary'}
        busy={isSubmitting}
        className="justify-self-start"
      >
        {hasSent ? 'Send another one' : 'Send a test email'}
      </Button>
    </form>
  )
}
