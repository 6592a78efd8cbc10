import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'

interface AccountFormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  onSubmit: (values: Values) => Promise<void>
  label: string
  busyLabel: string
  children: ReactNode
}

export function AccountForm<Values extends FieldValues>({
  form,
  onSubmit,
  label,
  busyLabel,
  children,
}: AccountFormProps<Values>) {
  const { errors, isSubmitting } = form.formState
  return (
    <FormProvider {...form}>
      {/* method="dialog" does nothing outside a dialog: before hydration, no password gets into the URL. */}
      <form
        method="dialog"
        data-needs-code
        noValidate
        onSubmit={form.handleSubmit(onSubmit)}
        className="mt-5 grid gap-1.5"
      >
        <noscript>
          <Callout>This form needs JavaScript. Please turn it on to go on.</Callout>
        </noscript>
        {children}
        {errors.root?.message && (
          <div ref={scrollIntoView} className="scroll-mb-20">
            <Callout variant="danger">{errors.root.message}</Callout>
          </div>
        )}
        <Button
          type="submit"
          fullWidth
          busy={isSubmitting}
          busyLabel={busyLabel}
          className="mt-1.5"
        >
          {label}
        </Button>
      </form>
    </FormProvider>
  )
}

const scrollIntoView = (element: Element | null) => element?.scrollIntoView({ block: 'nearest' })
