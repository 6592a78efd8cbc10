import { type FormEvent, useId, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { fieldRequiredMessage } from '#categories/field-messages.ts'
import type { IdentityProof, ProofWay } from '#contract/identity-proof.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { setFieldErrors } from '../../forms/set-field-errors.ts'
import { type Api, useApi } from '../../queries/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordField, TextField } from '../../ui/controls/text-field.tsx'
import { askForPasskey } from './passkey-prompt.ts'

interface ProofFields {
  password: string
  code: string
}

interface Proving {
  /** The id of the form, for a button outside of it. */
  formId: string
  form: UseFormReturn<ProofFields>
  ways: readonly ProofWay[]
  way: ProofWay | undefined
  setWay: (way: ProofWay) => void
  submit: (event: FormEvent) => void
  isSubmitting: boolean
  reset: () => void
}

/**
 * Asks the student to confirm that it is them, in one of the ways that their account has. `onProof` sends the proof, alone
 * or with what it is for. Render the fields with `IdentityFields`, and a submit button with `formId`.
 */
export function useIdentityProof({
  ways,
  onProof,
}: {
  ways: readonly ProofWay[]
  onProof: (proof: IdentityProof) => Promise<unknown>
}): Proving {
  const api = useApi()
  const formId = useId()
  const [chosen, setChosen] = useState<ProofWay>()
  const way = chosen && ways.includes(chosen) ? chosen : ways[0]
  const form = useForm<ProofFields>({ defaultValues: { password: '', code: '' } })
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
  way: ProofWay | undefined,
  { password, code }: ProofFields,
): Promise<IdentityProof> {
  if (way === 'passkey') return { passkey: await askForPasskey(api) }
  return way === 'code' ? { code } : { password }
}

const wayLabels: Record<ProofWay, string> = {
  password: 'Use your password instead',
  passkey: 'Use a passkey instead',
  code: 'Use a code instead',
}

/** The field of the chosen way, and buttons for the other ways. */
export function IdentityFields({ proving, email }: { proving: Proving; email: string }) {
  const { formId, form, way, ways, setWay, submit } = proving
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
      {way === 'passkey' && (
        <p className="mb-2 text-ink-2">Your browser will ask for your passkey.</p>
      )}
      <p role="alert" className="text-danger empty:hidden">
        {errors.root?.message}
      </p>
      {ways.length > 1 && (
        <div className="-ml-2 flex flex-wrap">
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <Button key={other} variant="quiet" size="small" onClick={() => setWay(other)}>
                {wayLabels[other]}
              </Button>
            ))}
        </div>
      )}
    </form>
  )
}
