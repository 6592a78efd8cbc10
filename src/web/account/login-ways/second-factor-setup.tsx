import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { CopyIcon, KeyRoundIcon, SmartphoneIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { confirmationCode } from '#contract/account-rules.ts'
import {
  confirmAuthenticatorBody,
  type NewAuthenticator,
  type RecoveryCodes as RecoveryCodesBody,
  recoveryCodeCount,
} from '#contract/identity-proof.ts'
import { apiPaths } from '#contract/paths.ts'
import { fieldProps } from '../../forms/field-props.ts'
import { setFieldErrors } from '../../forms/set-field-errors.ts'
import { errorMessage, isProofMissing, useApi } from '../../queries/api.ts'
import { proveFirst } from '../../session/identity/identity-request.ts'
import { makePasskey, supportsPasskeys } from '../../session/identity/passkey-prompt.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CodeField } from '../../ui/controls/code-field.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Step = 'choose' | 'app' | { codes: string[] }

/** Sets up a second factor: a passkey or an app, then the recovery codes. With `onCancel`, it offers only the app. */
export function SecondFactorSetup({
  onDone,
  onCancel,
}: {
  onDone: () => Promise<void>
  onCancel?: () => void
}) {
  const [step, setStep] = useState<Step>(onCancel ? 'app' : 'choose')
  // The codes are null if the student still has some.
  const finish = ({ recoveryCodes }: RecoveryCodesBody) =>
    recoveryCodes ? setStep({ codes: recoveryCodes }) : onDone()
  if (step === 'choose') return <ChooseFactor onApp={() => setStep('app')} onAdded={finish} />
  if (step === 'app') {
    return (
      <AppSetup
        onAdded={finish}
        onBack={onCancel ?? (() => setStep('choose'))}
        backLabel={onCancel ? 'Cancel' : 'Use something else'}
      />
    )
  }
  return <SaveCodes codes={step.codes} onDone={onDone} />
}

type Finish = (added: RecoveryCodesBody) => unknown

function ChooseFactor({ onApp, onAdded }: { onApp: () => void; onAdded: Finish }) {
  const api = useApi()
  const isHydrated = useHydrated()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => proveFirst(() => makePasskey(api)),
    onSuccess: onAdded,
  })
  const hasPasskeys = !isHydrated || supportsPasskeys()
  return (
    <>
      <ul className="mt-5 grid gap-4">
        {hasPasskeys && (
          <FactorOption
            Icon={KeyRoundIcon}
            title="A passkey"
            text="Your phone, computer or security key asks for your finger, face or PIN. Nothing to type."
          >
            <Button fullWidth disabled={!isHydrated} busy={isPending} onClick={() => mutate()}>
              Use a passkey
            </Button>
          </FactorOption>
        )}
        <FactorOption
          Icon={SmartphoneIcon}
          title="An authenticator app"
          text={`An app on your phone shows a new code of ${confirmationCode.digits} digits every 30 seconds.`}
        >
          <Button
            variant={hasPasskeys ? 'secondary' : 'primary'}
            fullWidth
            disabled={!isHydrated}
            onClick={onApp}
          >
            Use an app
          </Button>
        </FactorOption>
      </ul>
      <p role="alert" className="mt-3 text-danger empty:hidden">
        {error && errorMessage(error)}
      </p>
    </>
  )
}

function FactorOption({
  Icon,
  title,
  text,
  children,
}: {
  Icon: typeof KeyRoundIcon
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <li className="rounded-control border border-line p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon size={20} className="flex-none" />
        {title}
      </h2>
      <p className="mt-1 mb-3 text-ink-2">{text}</p>
      {children}
    </li>
  )
}

/** Shows the secret as a QR code and as text, and asks for the first code. */
function AppSetup({
  onAdded,
  onBack,
  backLabel,
}: {
  onAdded: Finish
  onBack: () => void
  backLabel: string
}) {
  const api = useApi()
  const {
    mutate: begin,
    data: made,
    error,
  } = useMutation({
    mutationFn: () => proveFirst(() => api.post<NewAuthenticator>(apiPaths.authenticator)),
    onError: (failure) => {
      // The student closed the question.
      if (isProofMissing(failure)) onBack()
    },
  })
  const hasBegun = useRef(false)
  useEffect(() => {
    // In development, React runs effects twice, and a second secret would replace the first.
    if (hasBegun.current) return
    hasBegun.current = true
    begin()
  }, [begin])
  const form = useForm({
    resolver: zodResolver(confirmAuthenticatorBody),
    defaultValues: { code: '' },
    reValidateMode: 'onSubmit',
  })
  const submit = form.handleSubmit((body) =>
    proveFirst(() => api.put<RecoveryCodesBody>(apiPaths.authenticator, body)).then(
      onAdded,
      (failure: unknown) => {
        setFieldErrors(form, failure)
        form.setFocus('code', { shouldSelect: true })
      },
    ),
  )
  const back = (
    <Button variant="quiet" size="small" className="-ml-4.25" onClick={onBack}>
      {backLabel}
    </Button>
  )
  if (error) {
    return (
      <div className="mt-5">
        <p role="alert" className="text-danger">
          {errorMessage(error)}
        </p>
        {back}
      </div>
    )
  }
  if (!made) {
    return (
      <p role="status" className="mt-5 text-ink-2">
        Preparing your code…
      </p>
    )
  }
  return (
    <form method="dialog" noValidate onSubmit={submit} className="mt-5">
      <ol className="second-factor-setup-steps grid gap-4 pl-5">
        <li>
          <p className="mb-3">Scan this with your authenticator app.</p>
          <QrCode text={made.uri} label="QR code for your authenticator app" />
          <details className="mt-2">
            <summary className="cursor-pointer rounded-chip py-2">Can't scan it?</summary>
            <SecretKey secret={made.secret} />
          </details>
        </li>
        <li>
          <CodeField
            {...fieldProps(form, 'code')}
            label="Type in the code that the app shows"
            length={confirmationCode.digits}
            onComplete={() => void submit()}
          >
            <Button type="submit" busy={form.formState.isSubmitting}>
              Confirm
            </Button>
          </CodeField>
        </li>
      </ol>
      <p role="alert" className="text-danger empty:hidden">
        {form.formState.errors.root?.message}
      </p>
      {back}
    </form>
  )
}

/** The secret as text, for somebody who sets up the app on the phone that shows this page. */
export function SecretKey({ secret }: { secret: string }) {
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => showToast({ variant: 'ok', text: 'Key copied.' }),
      () => showToast({ variant: 'danger', text: "We couldn't copy it. Type it in." }),
    )
  return (
    <>
      <p className="text-ink-2">Type or paste this key into the app:</p>
      <code className="second-factor-setup-key mt-1 block">{groupKey(secret)}</code>
      <Button variant="secondary" size="small" className="mt-2" onClick={copy}>
        <CopyIcon size={18} />
        Copy<span className="sr-only"> the key</span>
      </Button>
    </>
  )
}

const groupKey = (secret: string) => secret.replaceAll(/.{4}(?!$)/g, '$& ')

/** Shows the recovery codes for the only time. */
export function SaveCodes({ codes, onDone }: { codes: string[]; onDone: () => Promise<void> }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { mutate, isPending } = useMutation({ mutationFn: onDone })
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mt-5">
      <h2 ref={heading} tabIndex={-1} className="title-3 outline-none">
        Save your recovery codes
      </h2>
      <p className="mt-2 mb-3 text-ink-2">
        If you lose your device, one of these {recoveryCodeCount} codes lets you in. Each works
        once. We show them only now, so keep them somewhere safe.
      </p>
      <RecoveryCodes codes={codes} />
      <Button fullWidth className="mt-5" busy={isPending} onClick={() => mutate()}>
        I've saved them
      </Button>
    </div>
  )
}
