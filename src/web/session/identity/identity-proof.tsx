import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { fieldRequiredMessage } from '#categories/field-messages.ts'
import { confirmationCode } from '#contract/account-rules.ts'
import type { ResendCode } from '#contract/accounts.ts'
import type { IdentityProof, OwnSecurity, ProofWay } from '#contract/identity-proof.ts'
import { apiPaths } from '#contract/paths.ts'
import type { UniversityLink } from '#contract/university-login.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { setFieldErrors } from '../../forms/set-field-errors.ts'
import { type Api, errorMessage, useApi } from '../../queries/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordField, TextField } from '../../ui/controls/text-field.tsx'
import { askForPasskey } from './passkey-prompt.ts'

interface ProofFields {
  password: string
  code: string
  emailedCode: string
}

/** The ways that have a field or a prompt. A fresh login at the university is a link. */
export type FieldWay = Exclude<ProofWay, 'university'>

interface Proving {
  /** The id of the form, for a button outside of it. */
  formId: string
  form: UseFormReturn<ProofFields>
  ways: readonly FieldWay[]
  way: FieldWay | undefined
  setWay: (way: FieldWay) => void
  /** Where the student can log in afresh instead. */
  university: UniversityLink | null
  submit: (event: FormEvent) => void
  isSubmitting: boolean
  reset: () => void
}

/**
 * Asks the student to confirm that it is them, in one of the ways that their account has. `onProof` sends the proof, alone
 * or with what it is for. Render the fields with `IdentityFields`, and a submit button with `formId`.
 */
export function useIdentityProof({
  security,
  onProof,
}: {
  security: Pick<OwnSecurity, 'ways' | 'university'>
  onProof: (proof: IdentityProof) => Promise<unknown>
}): Proving {
  const api = useApi()
  const formId = useId()
  const [chosen, setChosen] = useState<FieldWay>()
  const ways = security.ways.filter((each) => each !== 'university')
  const way = chosen && ways.includes(chosen) ? chosen : ways[0]
  const form = useForm<ProofFields>({ defaultValues: { password: '', code: '', emailedCode: '' } })
  const submit = form.handleSubmit(async (fields) => {
    try {
      await onProof(await readProof(api, way, fields))
    } catch (error) {
      setFieldErrors(form, error)
    }
  })
  return {
    formId,
    form,
    ways,
    way,
    setWay: (next) => {
      form.clearErrors()
      setChosen(next)
    },
    university: security.ways.includes('university') ? security.university : null,
    submit: (event) => {
      // The form may be in a dialog of another form's React tree.
      event.stopPropagation()
      void submit(event)
    },
    isSubmitting: form.formState.isSubmitting,
    reset: () => form.reset(),
  }
}

async function readProof(
  api: Api,
  way: FieldWay | undefined,
  { password, code, emailedCode }: ProofFields,
): Promise<IdentityProof> {
  if (way === 'passkey') return { passkey: await askForPasskey(api) }
  if (way === 'emailedCode') return { emailedCode }
  return way === 'code' ? { code } : { password }
}

const wayLabels: Record<FieldWay, string> = {
  password: 'Use your password instead',
  passkey: 'Use a passkey instead',
  code: 'Use a code instead',
  emailedCode: 'Use an emailed code instead',
}

/** The field of the chosen way, and buttons for the other ways. */
export function IdentityFields({ proving, email }: { proving: Proving; email: string }) {
  const { formId, form, way, ways, setWay, university, submit } = proving
  const { errors } = form.formState
  const required = { required: fieldRequiredMessage }
  return (
    <form id={formId} method="dialog" noValidate onSubmit={submit}>
      {way === 'password' && (
        <>
          {/* Tells password managers which account the password belongs to. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            {...fieldProps(form, 'password', required)}
            label="Password"
            autoComplete="current-password"
            enterKeyHint="go"
          />
        </>
      )}
      {way === 'code' && (
        <TextField
          {...fieldProps(form, 'code', required)}
          label="Code"
          help="From your authenticator app. A recovery code works too."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
        />
      )}
      {way === 'emailedCode' && <EmailedCodeField form={form} email={email} />}
      {way === 'passkey' && (
        <p className="mb-2 text-ink-2">Your browser will ask for your passkey.</p>
      )}
      <p role="alert" className="text-danger empty:hidden">
        {errors.root?.message}
      </p>
      {ways.length > 1 && (
        <div className="-ml-4.25 flex flex-wrap">
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <Button key={other} variant="quiet" size="small" onClick={() => setWay(other)}>
                {wayLabels[other]}
              </Button>
            ))}
        </div>
      )}
      {university && <UniversityProofLink university={university} />}
    </form>
  )
}

function EmailedCodeField({ form, email }: { form: UseFormReturn<ProofFields>; email: string }) {
  const api = useApi()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.post<ResendCode>(apiPaths.identityCode),
    onSuccess: () => form.setFocus('emailedCode'),
  })
  return (
    <>
      <TextField
        {...fieldProps(form, 'emailedCode', { required: fieldRequiredMessage })}
        label={`${confirmationCode.digits}-digit code`}
        help={
          isSuccess
            ? `We sent it to ${email}. It works for ${confirmationCode.validMinutes} minutes.`
            : "We'll email you a code to make sure it's you."
        }
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
      />
      <Button variant="secondary" className="mt-2" busy={isPending} onClick={() => mutate()}>
        {isSuccess ? 'Send a new code' : 'Email me a code'}
      </Button>
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {error ? errorMessage(error) : undefined}
      </p>
    </>
  )
}

/** The link leaves the page. The student comes back to it, and is then not asked again. */
function UniversityProofLink({ university: { key, label } }: { university: UniversityLink }) {
  const { pathname, search, hash } = useLocation()
  const query = new URLSearchParams({ confirm: '1', next: pathname + search + hash })
  return (
    <p className="mt-2">
      <a href={apiPaths.university(key, query)} className="link inline-block py-1">
        Or log in with {label} again
      </a>
    </p>
  )
}
