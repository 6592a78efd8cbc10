import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type Resolver, useFormContext } from 'react-hook-form'
import { campus, joinWords } from '#campus/campus.ts'
import { type ConfirmEmail, type SignUp, signUpBody } from '#contract/accounts.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import {
  adminWithoutPassword,
  type SetupAdminResponse,
  type SetupResponse,
} from '#contract/setup.ts'
import { requiredSteps } from '#contract/setup-steps.ts'
import { EmailField, NameFields, NewPasswordFields } from '../account/entrance/account-fields.tsx'
import { AccountForm } from '../account/entrance/account-form.tsx'
import { fieldProps } from '../forms/field-props.ts'
import { setFieldErrors } from '../forms/set-field-errors.ts'
import { useTouchedForm } from '../forms/use-touched-form.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { SectionFrame } from '../settings/section-frame.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { Button } from '../ui/controls/button.tsx'
import { CodeForm } from './code-form.tsx'
import { useShowSetup } from './setup-queries.ts'
import { stepLabels } from './step-labels.ts'

/** The last step: somebody signs up as a student does, becomes an admin, and the site opens. */
export function AdminStep({ data }: { data: SetupResponse }) {
  const missing = requiredSteps.filter((step) => !data.done.includes(step))
  return (
    <SectionFrame
      id="admin"
      title="First admin"
      text="Sign up with a university email. You become the first admin, and the site opens for everyone. You can add other admins and moderators later."
    >
      <div className="panel grid min-w-0 content-start gap-4">
        {missing.length > 0 ? (
          <Callout>
            <p>These steps come first:</p>
            <ul className="mt-2">
              {missing.map((step) => (
                <li key={step}>
                  <Link to={pagePaths.setupStep(step)} className="link">
                    {stepLabels[step]}
                  </Link>
                </li>
              ))}
            </ul>
          </Callout>
        ) : (
          <>
            <SignUpAdmin data={data} />
            {data.file === null && (
              <p className="text-ink-2">
                Is your email at another domain? Add the domain under{' '}
                <Link to={pagePaths.setupStep('names')} className="link">
                  {stepLabels.names}
                </Link>
                .
              </p>
            )}
          </>
        )}
      </div>
    </SectionFrame>
  )
}

function SignUpAdmin({ data }: { data: SetupResponse }) {
  const api = useApi()
  const show = useShowSetup()
  const { sentTo } = data.admin
  const [isEditing, setEditing] = useState(sentTo === null)
  const [hasPressed, setPressed] = useState(false)
  if (sentTo !== null && !isEditing) {
    return (
      <>
        <CodeForm
          email={sentTo}
          takesFocus={hasPressed}
          onSubmit={async (body: ConfirmEmail) => {
            await api.post<SetupAdminResponse>(apiPaths.confirmSetupAdmin, body)
            openSite()
          }}
        />
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          onClick={() => {
            setPressed(true)
            setEditing(true)
          }}
        >
          Use another email or send a new code
        </Button>
      </>
    )
  }
  return (
    <AdminForm
      hasPassword={data.admin.hasPassword}
      takesFocus={hasPressed}
      onSent={(email) => {
        setPressed(true)
        show({ ...data, admin: { ...data.admin, sentTo: email } })
        setEditing(false)
      }}
    />
  )
}

/** Loads the next page as a new document: this one knows neither the session nor the other pages. */
const openSite = () => location.assign(pagePaths.setupDone)

function AdminForm({
  hasPassword,
  takesFocus,
  onSent,
}: {
  hasPassword: boolean
  /** Whether the form has just replaced that of the code, which had the focus. */
  takesFocus: boolean
  onSent: (email: string) => void
}) {
  const api = useApi()
  const resolver = hasPassword ? zodResolver(signUpBody) : zodResolver(adminWithoutPassword)
  const form = useTouchedForm<SignUp>({ resolver: resolver as Resolver<SignUp> })
  const { setFocus } = form
  useEffect(() => {
    if (takesFocus) setFocus('firstName')
  }, [takesFocus, setFocus])
  const submit = async (values: SignUp) => {
    try {
      const answer = await api.post<SetupAdminResponse>(apiPaths.setupAdmin, values)
      if (answer.isFinished) return openSite()
      if (answer.problem === null) return onSent(values.email)
      form.setError('root', { message: answer.problem })
    } catch (error) {
      setFieldErrors(form, error)
    }
  }
  return (
    <AccountForm
      form={form}
      onSubmit={submit}
      label="Sign up as admin"
      busyLabel="Signing up…"
      compact
    >
      <div className="grid gap-x-4 gap-y-3 min-[22.5rem]:grid-cols-2">
        <NameFields enterKeyHint="next" />
      </div>
      <UniversityEmail />
      {hasPassword && <NewPasswordFields />}
    </AccountForm>
  )
}

const domains = () => campus.universities.flatMap(({ emailDomains }) => emailDomains)

/** Registers after the names, so that the first field with an error gets the focus. */
function UniversityEmail() {
  const form = useFormContext<SignUp>()
  return (
    <EmailField
      {...fieldProps(form, 'email')}
      help={joinWords(
        domains().map((domain) => `@${domain}`),
        'or',
      )}
      autoComplete="email"
      enterKeyHint="next"
    />
  )
}
