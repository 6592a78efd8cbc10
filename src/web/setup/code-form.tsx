import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { confirmationCode } from '#contract/account-rules.ts'
import { type ConfirmEmail, confirmEmailBody } from '#contract/accounts.ts'
import { fieldProps } from '../forms/field-props.ts'
import { setServerErrors } from '../forms/set-server-errors.ts'
import { errorMessage } from '../queries/api.ts'
import { EmailAddress } from '../ui/content/email-address.tsx'
import { Button } from '../ui/controls/button.tsx'
import { CodeField } from '../ui/controls/code-field.tsx'

/** Asks for the code that was sent to an address. */
export function CodeForm({
  email,
  takesFocus,
  onSubmit,
}: {
  email: string
  /** Whether the form has just replaced another one, which had the focus. */
  takesFocus: boolean
  onSubmit: (code: ConfirmEmail) => Promise<void>
}) {
  const form = useForm<ConfirmEmail>({
    resolver: zodResolver(confirmEmailBody),
    defaultValues: { code: '' },
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = form.formState
  const code = fieldProps(form, 'code')
  const submit = form.handleSubmit((body) =>
    onSubmit(body).catch((error: unknown) => {
      setServerErrors(form, error, errorMessage(error))
      form.setFocus('code', { shouldSelect: true })
    }),
  )
  const { setFocus } = form
  useEffect(() => {
    if (takesFocus) setFocus('code')
  }, [takesFocus, setFocus])
  // The same wrong code would cost another try, so only a press of the button sends it again.
  const submitted = useRef('')
  const submitOnce = (complete: string) => {
    if (isSubmitting || complete === submitted.current) return
    submitted.current = complete
    void submit()
  }
  return (
    <form method="dialog" noValidate onSubmit={submit} className="grid gap-2">
      <p role="status" className="measure">
        We sent a code to{' '}
        <strong className="font-semibold">
          <EmailAddress email={email} />
        </strong>
        . It works for {confirmationCode.validMinutes} minutes. Didn't get it? Check your junk
        folder.
      </p>
      <CodeField
        {...code}
        label={`${confirmationCode.digits}-digit code`}
        length={confirmationCode.digits}
        readOnly={isSubmitting}
        onChange={(event) => {
          form.clearErrors()
          void code.onChange(event)
        }}
        onComplete={submitOnce}
      >
        <Button type="submit" busy={isSubmitting}>
          Confirm
        </Button>
      </CodeField>
      <p role="alert" className="text-danger empty:hidden">
        {errors.code ? undefined : errors.root?.message}
      </p>
    </form>
  )
}
