import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type Path, type UseFormReturn } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'

interface AccountFormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  send: (values: Values) => Promise<void>
  label: string
  busyLabel: string
  children: ReactNode
}

export function AccountForm<Values extends FieldValues>({
  form,
  send,
  label,
  busyLabel,
  children,
}: AccountFormProps<Values>) {
  const { errors, isSubmitting } = form.formState
  return (
    <FormProvider {...form}>
      {/* Before the page's code is there, this method does nothing: no password ends up in an address. */}
      <form method="dialog" noValidate onSubmit={form.handleSubmit(send)} className="account-form">
        <noscript>
          <Callout>This form needs JavaScript. Please turn it on to go on.</Callout>
        </noscript>
        {children}
        {errors.root?.message && (
          <div ref={scrollIntoView} className="scroll-mb-20">
            <Callout look="danger">{errors.root.message}</Callout>
          </div>
        )}
        <Button type="submit" wide busy={isSubmitting} busyLabel={busyLabel}>
          {label}
        </Button>
      </form>
    </FormProvider>
  )
}

const scrollIntoView = (element: Element | null) => element?.scrollIntoView({ block: 'nearest' })

/** What ties an input to its place in the form. */
export function fieldOf<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: Path<Values>,
) {
  return { ...form.register(name), error: form.getFieldState(name, form.formState).error?.message }
}
